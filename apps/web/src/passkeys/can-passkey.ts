import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether passkeys can be used at this page, in this browser; not before its script runs. */
export const useCanPasskey = (): boolean => useSyncExternalStore(never, canPasskey, () => false);

/** They belong to the name of a host, which an address has none of, and to pages that nobody can change on their way. */
const canPasskey = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);
