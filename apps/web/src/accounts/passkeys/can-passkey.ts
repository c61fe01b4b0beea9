import { useHydrated } from '../../ui/use-hydrated.ts';

export const useCanPasskey = (): boolean => useHydrated() && canPasskey();

/** Passkeys need a host name, not an IP address, and a page over TLS or on this machine. */
const canPasskey = () =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);
