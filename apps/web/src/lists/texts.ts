export const texts = {
  loading: 'Loading…',
  loadMore: 'Load more',
  export: {
    failed: (reason: string) => `Not exported. ${reason}`,
    stop: (count: string) => `Stop export (${count})`,
    dialog: {
      title: 'Export as CSV',
      text: 'This browser remembers your choice.',
      act: 'Export',
    },
    separator: 'Between the columns',
    comma: { text: 'Comma', note: 'For programs, and for spreadsheets that write 1.5' },
    semicolon: { text: 'Semicolon', note: 'For spreadsheets that write 1,5' },
  },
  failure: {
    sessionEnded: 'Your session has ended',
    signInAgain: 'Sign in again',
    signInAdvice: 'Sign in to continue. Text that you have typed is still here.',
    noRight: "You don't have access to this list",
    notLoaded: (what: string) => `${what} could not be loaded`,
    noAnswer: 'The store did not answer. It may be starting or out of reach; your plants are safe.',
    retry: 'Try again',
  },
};
