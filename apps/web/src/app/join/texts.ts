import type { ReactNode } from 'react';
import { phrase } from '../../ui/text/phrase.ts';

export const texts = {
  page: 'Welcome',
  newPassword: 'Choose a new password',
  newAccount: 'Create your account',
  sent: (by: ReactNode, to: ReactNode) => phrase`${by} sent this link to ${to}. `,
  signedOut: 'You will be signed out everywhere else.',
  worksUntil: (when: ReactNode) => phrase` This link works until ${when}. `,
  closed: 'This link no longer works',
  notChecked: "We couldn't check this link",
  noAnswer: "The store didn't answer. Wait a moment, then open the link again.",
  toPlants: 'Go to the plants',
};
