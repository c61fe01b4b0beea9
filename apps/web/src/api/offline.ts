import { useSyncExternalStore } from 'react';

/** True if the browser is certainly offline. A browser never knows whether it is online. */
export const isOffline = (): boolean => !navigator.onLine;

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);

function subscribe(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
