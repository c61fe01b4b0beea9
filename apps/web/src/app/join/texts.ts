export const texts = {
  page: 'Welcome',
  newPassword: 'Choose a new password',
  newAccount: 'Create your account',
  sentBy: ' sent this link to ',
  end: '. ',
  signedOut: 'You will be signed out everywhere else.',
  worksUntil: ' This link works until ',
  closed: 'This link no longer works',
  notFound: "We couldn't check this link",
  noAnswer: "The store didn't answer. Wait a moment, then open the link again.",
  toPlants: 'Go to the plants',
};
