import { setTimeout as wait } from 'node:timers/promises';

/** Waits, unless `signal` ends it. A process that has nothing else to do may end meanwhile. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
