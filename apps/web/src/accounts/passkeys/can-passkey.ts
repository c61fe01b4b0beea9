import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether passkeys work on this page in this browser; false until its script runs. */
export const useCanPasskey = (): boolean => useSyncExternalStore(never, canPasskey, () => false);

/** Passkeys need the name of a host, not an IP address, and a page over TLS or on this machine. */
const canPasskey = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);
