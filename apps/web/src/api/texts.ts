export const texts = {
  noAnswer: 'The store did not answer; try again in a moment.',
  sessionEnded: 'Your session has ended; do it again to sign in.',
  changed: 'Somebody has changed it meanwhile; look at what it is now.',
  unconfirmed: "We couldn't confirm the change. Try again: it won't be done twice.",
  tryAgain: 'Try again',
};
