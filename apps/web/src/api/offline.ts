import { useSyncExternalStore } from 'react';

/** Whether the browser knows that it is offline. It never knows that it is online. */
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
