'use client';

import { useCanPasskey } from './can-passkey.ts';
import { texts } from './texts.ts';

/** Warns that a new password removes all passkeys; shown only where passkeys work. */
export const PasskeysRemoved = () => (useCanPasskey() ? texts.removedWithPassword : null);
