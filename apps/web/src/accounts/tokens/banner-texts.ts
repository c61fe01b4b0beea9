import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';

/** Each page has the banner and the reminder of the first token. */
export const texts = {
  banner: (name: ReactNode, when: ReactNode) =>
    phrase`The access token ${name} expires on ${when}. Ask an owner of the store for a new one, or for an account.`,
  revocation: {
    title: (name: ReactNode) => phrase`Revoke ${name}?`,
    text: "Programs and people who use it are refused within a second. You can't undo this.",
    lastUsed: (when: ReactNode) => phrase`It was last used on ${when}.`,
    neverUsed: 'It has never been used.',
    act: 'Revoke',
    acting: 'Revoking…',
    leave: 'Keep it',
  },
};
