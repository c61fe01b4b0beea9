/** All texts of the header, the navigation, the keyboard help and the error pages. */
export const texts = {
  brand: 'Plant store',
  description: "Keep your nursery's plant catalogue.",
  nav: {
    label: 'Store',
    plants: 'Plants',
    import: 'Import',
    activity: 'Activity',
    trash: 'Trash',
    statistics: 'Statistics',
  },
  notFound: {
    page: 'Page not found',
    title: 'Page not found',
    lead: 'Try one of these:',
  },
  broken: {
    page: 'Something went wrong · Plant store',
    title: 'Something went wrong',
    text: 'Your plants are safe. If this happens again, tell the person who runs the store.',
    retry: 'Try again',
    reload: 'Reload',
  },
  keyboard: {
    title: 'Keyboard',
    does: {
      add: 'Add a plant',
      edit: 'Edit the open plant',
      search: 'Search; ↓ goes on to the list, Esc clears the search',
      next: 'Go to the next plant in the list; ↑ to the previous one',
      select: 'Select a plant in the list; Shift+Space also selects those since the last one',
      bulk: 'Go to Edit tag, Remove tags, Export and Delete',
      clear: 'Clear selection',
      complete: 'Take the grey text in Name or Tag',
      freeId: 'Take the next free id in an empty Id field',
      submit: 'Add the plant from any field of the form',
      help: 'Show this help',
    },
    singleKeys: 'Single keys work as shortcuts',
    close: 'Close',
  },
};
