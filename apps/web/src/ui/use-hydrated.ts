import { useSyncExternalStore } from 'react';

/** Whether the page is hydrated: false on the server and without JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = () => () => undefined;
