import { useSyncExternalStore } from 'react';

const stepMs = 10_000;

/** The present time in steps of ten seconds; `undefined` until hydration, as the server has another time zone. */
export const useNow = (): number | undefined =>
  useSyncExternalStore(
    (onTick) => {
      const timer = setInterval(onTick, stepMs);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / stepMs) * stepMs,
    () => undefined,
  );
