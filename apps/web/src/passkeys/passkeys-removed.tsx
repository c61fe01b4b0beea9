'use client';

import { useCanPasskey } from './can-passkey.ts';

/** Says that a new password takes the passkeys with it, to who can know of any. */
export const PasskeysRemoved = () =>
  useCanPasskey() ? ' Passkeys that were added to your account are removed.' : null;
