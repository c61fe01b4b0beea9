/** Loaded with the dialog. */
export const texts = {
  title: 'Keyboard',
  keys: [
    { key: 'n', does: 'Add a plant', isSingle: true, isForWriters: true },
    { key: 'e', does: 'Edit the open plant', isSingle: true, isForWriters: true },
    { key: '/', does: 'Search; ↓ goes on to the list, Esc clears the search', isSingle: true },
    { key: '↓', does: 'Go to the next plant in the list; ↑ to the previous one' },
    { key: '.', does: 'Show new plants of others that wait above the visible rows', isSingle: true },
    { key: 'Space', does: 'Select a plant in the list; Shift+Space also selects those since the last one' },
    {
      key: 'F2',
      does: 'Edit name and tag in the row, as a double click beside them or Enter on its checkbox does; Enter or leaving the row saves, Esc cancels, Tab goes on to the next row',
      isForWriters: true,
    },
    { key: 'Enter', does: 'On a name in the list: open the page of the plant' },
    { key: 'a', does: 'Go to the actions for the selected plants', isSingle: true },
    { key: 'Esc', does: 'Clear selection' },
    { key: '↓', does: 'Take the next free id in an empty Id field', isForWriters: true },
    { key: '→', does: 'Take the grey text in Name or Tag', isForWriters: true },
    { key: 'Enter', does: 'Add the plant from any field of the form', isForWriters: true },
    {
      key: 'Ctrl+Z',
      does: 'Take back your last action, and then those before it; in a field with text of yours, what you typed',
      isForWriters: true,
    },
    { key: '?', does: 'Show this help', isSingle: true },
  ],
  singleKeys: 'Single keys work as shortcuts',
  close: 'Close',
};
