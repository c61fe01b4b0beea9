export const texts = {
  brand: 'Plant store',
  description: "Keep your nursery's plant catalogue.",
  skip: 'Skip to content',
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
  keyboard: 'Keyboard',
};
