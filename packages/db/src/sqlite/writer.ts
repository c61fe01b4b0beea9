import { StoreError } from '@plant-store/schema';
import type SqliteConnection from 'better-sqlite3';
import type { Monitor } from '../database.ts';
import { type Statement, sql } from '../statement.ts';
import { overloaded, patienceMs, queueMax, unavailable } from '../unavailable.ts';
import { preparer } from './connection.ts';
import { faultOf, isLocked } from './fault.ts';
import type { FileWatch } from './file-watch.ts';

/** How many writes one commit takes at most: about 5 ms during which nothing else is answered. */
const batchMax = 500;
/** Between two tries for the write lock while another process holds it. */
const pauseMs = 25;

type Write = {
  statement: Statement;
  deadline: number;
  resolve(rows: unknown[]): void;
  reject(cause: unknown): void;
};
type Outcome = { rows: unknown[] } | { cause: unknown };

export type Writer = Pick<Monitor, 'queued' | 'shed' | 'onCommit'> & {
  write(statement: Statement): Promise<unknown[]>;
  /** Writes without changing anything if the last write met a fault. @throws StoreError when it is still there. */
  check(): Promise<void>;
  /** Resolves when every write that was asked for has its outcome. */
  close(): Promise<void>;
};

/**
 * The one writer of a store. What arrives in the same turn of the event loop is committed together, with one sync of
 * the disk for all, and each write has its own outcome: a statement that fails leaves the others as they are. While
 * another process holds SQLite's write lock the writes wait in order, for 5 s each, and SQLite itself never waits:
 * that would block every other request of this process.
 */
export function createWriter(connection: SqliteConnection.Database, files: FileWatch): Writer {
  const run = preparer(connection);
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  const listeners: ((writes: number, seconds: number) => void)[] = [];
  let queue: Write[] = [];
  let shed = 0;
  let isScheduled = false;
  let fault: StoreError | undefined;
  let whenEmpty: (() => void) | undefined;

  function write(statement: Statement): Promise<unknown[]> {
    if (queue.length >= queueMax) {
      shed++;
      return Promise.reject(overloaded());
    }
    return new Promise((resolve, reject) => {
      queue.push({ statement, deadline: performance.now() + patienceMs, resolve, reject });
      schedule();
    });
  }

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    // After all requests that are readable now were read: those are the ones that are committed together.
    setImmediate(drain);
  }

  function drain() {
    isScheduled = false;
    const batch = queue.slice(0, batchMax);
    const begun = performance.now();
    try {
      const outcomes = runTogether(batch);
      fault = undefined;
      queue = queue.slice(batch.length);
      settle(batch, outcomes);
      for (const listener of listeners) listener(batch.length, (performance.now() - begun) / 1000);
    } catch (cause) {
      if (isLocked(cause)) return waitForLock(cause);
      fault = cause instanceof StoreError ? cause : faultOf(cause);
      queue = queue.slice(batch.length);
      for (const { reject } of batch) reject(fault ?? cause);
    }
    if (queue.length > 0) schedule();
    else whenEmpty?.();
  }

  /** The outcomes of a batch that is on disk now. Fails as a whole, with nothing written. */
  function runTogether(batch: Write[]): Outcome[] {
    files.assertInPlace();
    begin.run();
    try {
      const outcomes = batch.map(({ statement }) => attempt(statement));
      commit.run();
      // Nothing is acknowledged that went into a file which is not the store's any more.
      files.assertInPlace();
      return outcomes;
    } catch (cause) {
      if (connection.inTransaction) rollback.run();
      throw cause;
    }
  }

  function attempt(statement: Statement): Outcome {
    try {
      return { rows: run(statement) };
    } catch (cause) {
      // SQLite undoes a statement that fails; a fault of the disk is everybody's.
      if (!connection.inTransaction || faultOf(cause)) throw cause;
      return { cause };
    }
  }

  function waitForLock(cause: unknown) {
    const now = performance.now();
    const expired = queue.filter(({ deadline }) => deadline <= now);
    queue = queue.slice(expired.length);
    for (const { reject } of expired)
      reject(
        unavailable(
          'the store is busy with another program that writes to it; nothing was stored, try again in a few seconds',
          cause,
        ),
      );
    if (queue.length === 0) return void whenEmpty?.();
    isScheduled = true;
    setTimeout(drain, pauseMs);
  }

  return {
    write,
    queued: () => queue.length,
    shed: () => shed,
    onCommit: (listener) => void listeners.push(listener),
    async check() {
      files.assertInPlace();
      // A page of the log, as for any other write: SQLite writes the number even if it is the same.
      if (fault) await write(sql`PRAGMA user_version = 0`);
    },
    close: async () => {
      if (queue.length > 0) await new Promise<void>((resolve) => (whenEmpty = resolve));
    },
  };
}

function settle(batch: Write[], outcomes: Outcome[]) {
  outcomes.forEach((outcome, index) => {
    const write = batch[index];
    if ('rows' in outcome) write?.resolve(outcome.rows);
    else write?.reject(outcome.cause);
  });
}
