'use client';

import { useHydrated } from '../../ui/use-hydrated.ts';
import { texts } from './texts.ts';

export const useCanPasskey = (): boolean => useHydrated() && canPasskey();

/** Passkeys need a host name, not an IP address, and a page over TLS or on this machine. */
const canPasskey = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Warns that a new password removes all passkeys; shown only where passkeys work. */
export const PasskeysRemoved = () => (useCanPasskey() ? texts.removedWithPassword : null);
