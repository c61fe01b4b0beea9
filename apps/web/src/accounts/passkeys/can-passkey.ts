import { useHydrated } from '../../ui/use-hydrated.ts';

/** True if passkeys work on this page in this browser; false until the page's script runs. */
export const useCanPasskey = (): boolean => useHydrated() && canPasskey();

/** Passkeys need a host name, not an IP address, and a page over TLS or on this machine. */
const canPasskey = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);
