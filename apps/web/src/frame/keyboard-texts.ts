/** Loaded with the dialog. */
export const texts = {
  title: 'Keyboard',
  does: {
    add: 'Add a plant',
    edit: 'Edit the open plant',
    search: 'Search; ↓ goes on to the list, Esc clears the search',
    next: 'Go to the next plant in the list; ↑ to the previous one',
    showNew: 'Show new plants of others that wait above the visible rows',
    select: 'Select a plant in the list; Shift+Space also selects those since the last one',
    editRow:
      'Edit name and tag in the row, as a double click beside them or Enter on its checkbox does; Enter or leaving the row saves, Esc cancels, Tab goes on to the next row',
    open: 'On a name in the list: open the page of the plant',
    bulk: 'Go to the actions for the selected plants',
    clear: 'Clear selection',
    complete: 'Take the grey text in Name or Tag',
    freeId: 'Take the next free id in an empty Id field',
    submit: 'Add the plant from any field of the form',
    undo: 'Take back your last action, and then those before it; in a field with text of yours, what you typed',
    help: 'Show this help',
  },
  singleKeys: 'Single keys work as shortcuts',
  close: 'Close',
};
