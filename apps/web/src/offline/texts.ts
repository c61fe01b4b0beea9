import { isolated } from '../ui/text/isolated.ts';

export const texts = {
  title: 'Offline',
  cannotOpen: (page: string) =>
    `You're offline, so ${page === '' ? 'this page' : isolated(page)} can't be opened. This page stays as it is.`,
  heading: 'Add plants offline',
  intro:
    'The list needs a connection. Plants you add here are kept in this browser and sent when you reconnect.',
  signedOut: 'You were signed out in this browser. Sign in once you are online to add plants.',
  reconnected: "You're back online.",
  opening: 'The store opens in a moment, once the form is empty.',
  openDatabase: 'Open the store',
};
