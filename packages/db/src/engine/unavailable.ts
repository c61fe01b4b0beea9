import { StoreError } from '@plant-store/schema/plain';

/**
 * How many writes may wait at once, or, on PostgreSQL, statements for a connection; what comes on top is refused rather
 * than kept in memory. That the API bounds the requests under way does not bound these: those of a client that has left
 * go on waiting, and a batch of tRPC is one request.
 */
export const queueMax = 10_000;

/** How long a write waits before it is given up, in milliseconds. */
export const patienceMs = 5_000;

/** That the store cannot do what was asked now; `why` says what was done of it. Trying again later may succeed. */
export const unavailable = (why: string, cause?: unknown): StoreError =>
  new StoreError('unavailable', why, { cause, headers: { 'Retry-After': '5' } });

/** That more waits than can be done in time. */
export const queueFull = (): StoreError =>
  new StoreError(
    'unavailable',
    'too much is waiting for the database; nothing was stored, try again in a second',
    { headers: { 'Retry-After': '1' } },
  );
