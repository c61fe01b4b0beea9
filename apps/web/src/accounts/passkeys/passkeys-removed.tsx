'use client';

import { useCanPasskey } from './can-passkey.ts';
import { texts } from './texts.ts';

/** Says that a new password takes the passkeys with it, to who can know of any. */
export const PasskeysRemoved = () => (useCanPasskey() ? texts.removedWithPassword : null);
