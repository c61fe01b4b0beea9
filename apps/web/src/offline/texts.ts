import { isolated } from '../ui/text/isolated.ts';

/** Texts of the page without a network. */
export const texts = {
  title: 'Offline',
  banner: "You're offline. Plants you add are kept in this browser and sent when you're back.",
  cannotOpen: (page: string) =>
    `You're offline, so ${page === '' ? 'this page' : isolated(page)} can't be opened. This page stays as it is.`,
  heading: 'Add plants offline',
  intro:
    'The list needs a connection. Plants you add here are kept in this browser and sent when you reconnect.',
  signedOut: 'You were signed out in this browser. Sign in once you are online to add plants.',
  device: {
    title: 'This browser',
    kept: 'Keeps plants you add without a connection, and opens offline.',
    refused:
      'Keeps nothing: its storage is full or blocked (as in some private windows). Plants that wait are lost when you close the page.',
    plainHttp:
      'Keeps nothing at this address: browsers allow it over HTTPS only. Plants that wait are lost when you close the page. Whoever runs the store can set up HTTPS (docs/deploy.md).',
  },
  reconnected: "You're back online.",
  openStore: 'Open the store',
};
