import { StoreError } from '@plant-store/schema';

/** How many writes may wait at once; what comes on top is refused rather than kept in memory. */
export const queueMax = 10_000;

/** How long a write waits before it is given up, in milliseconds. */
export const patienceMs = 5_000;

/** That the store cannot do what was asked now; `why` says what was done of it. Trying again later may succeed. */
export const unavailable = (why: string, cause?: unknown): StoreError =>
  new StoreError('unavailable', why, { cause, headers: { 'Retry-After': '5' } });

/** That more writes wait than can be made in time. */
export const overloaded = (): StoreError =>
  new StoreError('unavailable', 'too many writes are waiting; nothing was stored, try again in a second', {
    headers: { 'Retry-After': '1' },
  });
