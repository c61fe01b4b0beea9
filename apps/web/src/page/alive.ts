import { useSyncExternalStore } from 'react';

/** Whether the page has come alive: not on the server, nor where no script runs. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = () => () => undefined;
