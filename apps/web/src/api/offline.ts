import { useSyncExternalStore } from 'react';
import { listen } from '../ui/listen.ts';

/** True if the browser is certainly offline. A browser never knows whether it is online. */
export const isOffline = (): boolean => !navigator.onLine;

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);

const subscribe = (onChange: () => void) => listen(window, ['online', 'offline'], onChange);
