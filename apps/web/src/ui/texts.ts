/** All texts of the frame of the pages, and of the parts that pages share. */
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
  plants: { one: '1 plant', many: (count: string) => `${count} plants` },
  close: 'Close',
  undo: 'Undo',
  cancel: 'Cancel',
  loading: 'Loading…',
  partNotLoaded: 'This part of the page could not be loaded. Check your connection and try again.',
  loadMore: 'Load more',
  copy: {
    copied: 'Copied.',
    selected: 'Text selected: copy it with Ctrl+C, or ⌘C.',
  },
  export: {
    failed: (reason: string) => `Not exported. ${reason}`,
    stop: (count: string) => `Stop export (${count})`,
  },
  failure: {
    sessionEnded: 'Your session has ended',
    signInAgain: 'Sign in again',
    signInAdvice: 'Sign in to continue. Your entry is still here.',
    noRight: "You don't have access to this list",
    notLoaded: (what: string) => `${what} could not be loaded`,
    noAnswer: 'The store did not answer. It may be starting or out of reach; your plants are safe.',
    retry: 'Try again',
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
    reload: 'Reload',
  },
};
