import { type ProblemKind, passwordMinLength } from '@plant-store/schema';

export const texts = {
  fields: {
    token: 'First token',
    name: 'Your name',
    email: 'E-mail address',
    userName: 'User name',
    password: 'Password',
    currentPassword: 'Current password',
    newPassword: 'New password',
  },
  hints: {
    name: 'Shown next to the plants you add and change.',
    userName: 'Optional: a short name to sign in with.',
    password: `At least ${passwordMinLength} characters. Three unrelated words work.`,
  },
  form: {
    tokenMissing: 'Paste the first token.',
    badToken: 'This token is not a token of this store. Check that you copied all of it.',
    noAnswer: "The store didn't answer. Wait a moment, then try again.",
    guessable: {
      commonPassword: 'This password is too common. Use three or more unrelated words.',
      passwordOfOwnWords:
        "This password is too easy to guess because it uses your name, e-mail or the store's name. Use three or more unrelated words.",
      passwordOfTradeWords:
        'This password is too easy to guess because it is made of plant and garden words. Use three or more unrelated words.',
    } satisfies Record<ProblemKind, string>,
    passwordChanged: 'Password changed. You are signed out everywhere else.',
  },
  owner: { submit: 'Create the owner account' },
  join: { create: 'Create my account', setPassword: 'Set password' },
  page: {
    title: 'Your account',
    failed: 'Your account could not be loaded',
    notEverywhere: "The store didn't answer, so you may still be signed in elsewhere. Try again.",
    name: 'Name',
    accessToken: 'Access token',
    signInWith: 'Sign in with',
    or: ' or ',
    role: 'Role',
    itMay: 'It may',
    signedInUntil: 'Signed in until',
    worksUntil: 'Works until',
    changePassword: 'Change password',
    signOutEverywhere: 'Sign out everywhere',
    whereSignedOut: 'Signs you out here and on all other devices, such as a lost phone or a shared computer.',
    withToken: 'You are signed in with a token. It has no password; its actions are logged under its name.',
  },
  device: {
    title: 'This browser',
    kept: 'Keeps plants you add without a connection, and opens offline.',
    refused:
      'Keeps nothing: its storage is full or blocked (as in some private windows). Plants that wait are lost when you close the page.',
    plainHttp:
      'Keeps nothing at this address: browsers allow it over HTTPS only. Plants that wait are lost when you close the page. Whoever runs the store can set up HTTPS (docs/deploy.md).',
  },
};
