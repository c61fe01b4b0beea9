export const texts = {
  loading: 'Loading…',
  loadMore: 'Load more',
  export: {
    failed: (reason: string) => `Not exported. ${reason}`,
    stop: (count: string) => `Stop export (${count})`,
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
