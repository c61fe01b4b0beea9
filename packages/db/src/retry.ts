import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from '@plant-store/schema';

const patienceMs = 5_000;
const pauseMs = 25;

/** The write that every later one waits for. SQLite takes one at a time, and only the first in line asks it. */
let lastInLine: Promise<unknown> = Promise.resolve();

/**
 * Runs one statement that writes, in its turn, again and again while another process holds SQLite's write lock, for
 * at most 5 s. The pauses are here and not in SQLite, whose own wait blocks every other request of this process.
 * @throws StoreError `unavailable` when the lock was not to be had: nothing was written then.
 */
export function whenUnlocked<T>(statement: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  const outcome = lastInLine.then(() => untilDone(statement, deadline));
  lastInLine = outcome.catch(() => undefined);
  return outcome;
}

async function untilDone<T>(statement: () => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      if (performance.now() > deadline)
        throw new StoreError(
          'unavailable',
          'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
          { cause, headers: { 'Retry-After': '5' } },
        );
      await wait(pauseMs);
    }
  }
}

/** P1008: what Prisma makes of SQLITE_BUSY. */
const isLocked = (cause: unknown) => (cause as { code?: unknown }).code === 'P1008';
