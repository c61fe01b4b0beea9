import { useSyncExternalStore } from 'react';

/** True after hydration; false on the server and without JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = () => () => undefined;
