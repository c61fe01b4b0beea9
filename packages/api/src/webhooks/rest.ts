import { setTimeout as pause } from 'node:timers/promises';

/** Waits, unless `signal` ends it. A process that has nothing else to do may end meanwhile. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
