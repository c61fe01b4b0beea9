export const texts = {
  brand: 'Plant store',
  nav: {
    label: 'Store',
    plants: 'Plants',
    import: 'Import',
    activity: 'Activity',
    trash: 'Trash',
    statistics: 'Statistics',
  },
  broken: {
    page: 'Something went wrong · Plant store',
    title: 'Something went wrong',
    text: 'Your plants are safe. If this happens again, tell the person who runs the store.',
    retry: 'Try again',
    reload: 'Reload',
  },
  keyboard: 'Keyboard',
};
