import { useSyncExternalStore } from 'react';

/** Whether the browser knows that nothing can be reached. The contrary is never certain. */
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
