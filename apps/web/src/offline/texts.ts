import { isolated } from '../page/isolated.ts';

/** Texts of the page without a network. */
export const texts = {
  title: 'Offline',
  banner: "You're offline. Your entry is kept; add it when you reconnect.",
  cannotOpen: (page: string) =>
    `You're offline, so ${page === '' ? 'this page' : isolated(page)} can't be opened. This page stays as it is.`,
  heading: 'Add plants offline',
  intro:
    'The list needs a connection. Plants you add here are kept in this browser and sent when you reconnect.',
  signedOut: 'You were signed out in this browser. Sign in once you are online to add plants.',
  reconnected: "You're back online.",
  openStore: 'Open the store',
  device: {
    title: 'This device',
    checking: 'Checking what this browser allows…',
    works:
      'This browser opens the store offline. Plants you add offline are kept here and sent when you reconnect.',
    insecure:
      'This address is not secure (no https://), so the browser keeps nothing. Unsaved plants are lost when you close the page. Ask the person who runs the store for an https:// address.',
    denied:
      'This browser does not allow the store to keep data, for example in a private window. Unsaved plants are lost when you close the page. Allow data for this site or use another browser.',
  },
};
