import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';

/** Each page has the banner. */
export const texts = {
  banner: (name: ReactNode, when: ReactNode) =>
    phrase`The access token ${name} expires on ${when}. Ask an owner of the store for a new one, or for an account.`,
};
