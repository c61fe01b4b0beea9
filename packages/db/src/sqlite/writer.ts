import { StoreError } from '@plant-store/schema';
import type { Monitor } from '../database.ts';
import { createCommitListeners } from '../engine/commit-listeners.ts';
import { patienceMs, queueFull, queueMax } from '../engine/unavailable.ts';
import type { Batches, Outcome, Work } from './batch.ts';
import { busy, faultOf, isLocked } from './fault.ts';

/** How many writes one commit takes at most: about 5 ms during which nothing else is answered. */
const batchMax = 500;
/** Between two tries for the write lock while another process holds it. */
const pauseMs = 10;

type Write = {
  work: Work;
  deadline: number;
  resolve(result: unknown): void;
  reject(cause: unknown): void;
};

export type Writer = Pick<Monitor, 'queued' | 'shed' | 'onCommit'> & {
  write(work: Work): Promise<unknown>;
  /** Whether a write met a fault, or waited for a lock in vain, since `probe` last succeeded. */
  hasFault(): boolean;
  /** Writes at once, without changing anything. @throws StoreError when that fails. */
  probe(): void;
  /**
   * Lets writes wait, for as long as it takes, until what this gives is called: another thread of this process writes, or
   * was barred from that by another program.
   */
  pause(): (wasBarred?: boolean) => void;
  /** Tells those who listen of a commit that was made elsewhere. */
  tell(writes: number, seconds: number): void;
  /** Resolves when every write that was asked for has its outcome. */
  close(): Promise<void>;
};

/**
 * The one writer of a store. What arrives in the same turn of the event loop is committed together, with one sync of
 * the disk for all, and each write has its own outcome. While another process holds SQLite's write lock the writes
 * wait in order, for 5 s each, and SQLite itself never waits: that would block every other request of this process.
 */
export function createWriter(batches: Batches): Writer {
  const { add: onCommit, tell } = createCommitListeners();
  const closers: (() => void)[] = [];
  let queue: Write[] = [];
  let shed = 0;
  let isScheduled = false;
  let fault: StoreError | undefined;
  let pauses = 0;

  function schedule() {
    if (isScheduled || pauses > 0) return;
    isScheduled = true;
    // After all requests that are readable now were read: those are the ones that are committed together.
    setImmediate(drain);
  }

  function drain() {
    isScheduled = false;
    if (pauses > 0) return;
    let batch = queue.slice(0, batchMax);
    const begun = performance.now();
    try {
      const outcomes = batches.commit(batch.map(({ work }) => work));
      batch = batch.slice(0, outcomes.length);
      settle(batch, outcomes);
      tell(batch.length, (performance.now() - begun) / 1000);
    } catch (cause) {
      if (isLocked(cause)) return waitForLock(cause);
      const error = explain(cause);
      for (const { reject } of batch) reject(error);
    }
    queue = queue.slice(batch.length);
    goOn();
  }

  function goOn() {
    if (queue.length > 0) schedule();
    else for (const close of closers.splice(0)) close();
  }

  /** What callers are told of a batch that failed as a whole. What the next one would meet too is remembered. */
  function explain(cause: unknown): unknown {
    const found = cause instanceof StoreError ? cause : faultOf(cause);
    fault = found ?? fault;
    return found ?? cause;
  }

  function waitForLock(cause: unknown) {
    const now = performance.now();
    const expired = queue.filter(({ deadline }) => deadline <= now);
    queue = queue.slice(expired.length);
    if (expired.length > 0) fault = busy(cause);
    for (const { reject } of expired) reject(fault);
    if (queue.length === 0) return goOn();
    isScheduled = true;
    setTimeout(drain, pauseMs);
  }

  function pause(): (wasBarred?: boolean) => void {
    pauses++;
    return (wasBarred = false) => {
      if (--pauses > 0) return;
      // Their time begins anew, unless it is another program that all wait for.
      const deadline = performance.now() + patienceMs;
      if (!wasBarred) for (const write of queue) write.deadline = deadline;
      goOn();
    };
  }

  return {
    write(work) {
      if (queue.length >= queueMax) {
        shed++;
        return Promise.reject(queueFull());
      }
      return new Promise((resolve, reject) => {
        queue.push({ work, deadline: performance.now() + patienceMs, resolve, reject });
        schedule();
      });
    },
    queued: () => queue.length,
    shed: () => shed,
    onCommit,
    hasFault: () => fault !== undefined,
    pause,
    tell,
    probe() {
      // Who has the lock then finds it out.
      if (pauses > 0) return;
      try {
        batches.touch();
        fault = undefined;
      } catch (cause) {
        throw isLocked(cause) ? busy(cause) : explain(cause);
      }
    },
    close: () => (queue.length > 0 ? new Promise((resolve) => closers.push(resolve)) : Promise.resolve()),
  };
}

function settle(batch: Write[], outcomes: Outcome[]) {
  outcomes.forEach((outcome, index) => {
    const write = batch[index];
    if ('result' in outcome) write?.resolve(outcome.result);
    else write?.reject(outcome.cause);
  });
}
