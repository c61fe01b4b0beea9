// Apart from the other texts, because the list loads these at once.
export const toolTexts = {
  more: 'More',
  print: 'Print',
  labels: 'Labels',
  copy: 'Copy as table',
  stopCopy: (count: string) => `Stop copying (${count})`,
  copied: (plants: string) => `Copied ${plants}. Paste them into a spreadsheet.`,
  nothingToCopy: 'Nothing to copy: no plants match.',
  readyToCopy: (plants: string) => `${plants} are ready to copy.`,
  copyNow: 'Copy',
  notCopied: (reason: string) => `Not copied. ${reason}`,
  listOnPaper: 'To print the list, choose Print above it: this page shows only the rows near the screen.',
};
