/** Loaded with the dialog. */
export const texts = {
  dialog: {
    title: 'Export as CSV',
    text: 'This browser remembers your choice.',
    act: 'Export',
  },
  separator: 'Between the columns',
  comma: { text: 'Comma', note: 'For programs, and for spreadsheets that write 1.5' },
  semicolon: { text: 'Semicolon', note: 'For spreadsheets that write 1,5' },
};
