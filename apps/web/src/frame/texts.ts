/** All texts of the help for the keyboard. */
export const texts = {
  title: 'Keyboard',
  does: {
    add: 'Add a plant',
    edit: 'Edit the open plant',
    search: 'Search; ↓ goes on to the list, Esc clears the search',
    next: 'Go to the next plant in the list; ↑ to the previous one',
    select: 'Select a plant in the list; Shift+Space also selects those since the last one',
    bulk: 'Go to Edit tag, Export and Delete',
    clear: 'Clear selection',
    complete: 'Take the grey text in Name or Tag',
    freeId: 'Take the next free id in an empty Id field',
    submit: 'Add the plant from any field of the form',
    help: 'Show this help',
  },
  singleKeys: 'Single keys work as shortcuts',
  close: 'Close',
};
