import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';

export const texts = {
  title: 'Access tokens',
  notAllowed: {
    title: 'Only owners can manage tokens',
    text: 'A token lets a program use the store. Ask an owner if you need one.',
  },
  columns: {
    name: 'Name',
    scopes: 'Scopes',
    lastUsed: 'Last used',
    expires: 'Expires',
    ended: 'Ended',
    actions: 'Actions',
  },
  inUse: 'Tokens in use',
  ended: 'Tokens that have ended',
  countEnded: (count: number) => (count === 1 ? '1 token that has ended' : `${count} tokens that have ended`),
  empty: { title: 'No token is in use', text: 'Make one token for each program that calls the store.' },
  neverUsed: 'Never',
  neverExpires: 'Never',
  /** Followed by a date and time. */
  soon: 'Soon:',
  revoked: 'Revoked',
  expired: 'Expired',
  rotating: 'Old value still works',
  details: {
    created: 'Created',
    usedFrom: 'Last used from',
    previous: 'Old value',
    previousUntil: (when: ReactNode) => phrase`works until ${when}`,
  },
  rotate: 'Rotate',
  revoke: 'Revoke',
  days: {
    label: 'Expires in',
    choices: [
      { value: 7, text: '7 days' },
      { value: 30, text: '30 days' },
      { value: 90, text: '90 days' },
      { value: 365, text: 'A year' },
      { value: null, text: 'No expiry' },
    ],
  },
  make: {
    title: 'Make a token',
    text: 'Make one for each program, with no more rights than it needs. Its actions are logged under this name.',
    name: 'Name of the token',
    theName: 'The name',
    scopes: 'It may',
    noScope: 'Choose at least one scope.',
    act: 'Make token',
    acting: 'Making it…',
    noAnswer:
      'The store did not answer, but may have made the token. Revoke it in the list if it is there; then make a new one.',
  },
  rotation: {
    title: (name: ReactNode) => phrase`Rotate ${name}`,
    text: 'The token gets a new value; its name and scopes stay. Both values work for a while, so that you can update your programs in time.',
    hours: 'Hours for which both work',
    theHours: 'It',
    act: 'Rotate',
    acting: 'Rotating…',
  },
  made: {
    title: (name: ReactNode) => phrase`The token ${name}`,
    text: "Copy it now: you won't see it again. Keep it with the program's secrets or in a password manager.",
    token: 'Token',
    copy: 'Copy token',
    done: 'Done',
    tryIt: 'Try it:',
  },
};
