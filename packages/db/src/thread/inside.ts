import { parentPort, workerData } from 'node:worker_threads';
import type { OnProgress } from '../progress.ts';
import { failureOf } from './failure.ts';
import type { FromThread, ThreadData, ToThread, Unlocked } from './messages.ts';

/** How often progress is told at most. */
const tellEveryMs = 100;

/** What a thread has to do with who started it. */
export type Inside = {
  /** Tells how far it is. @throws Cancelled when the work is not wanted any more */
  onProgress: OnProgress;
  /** @throws Cancelled */
  assertWanted(): void;
  /** Resolves when nobody else of this process writes, until `unlock`; with what there is to know before one writes. */
  lock(): Promise<unknown>;
  unlock(unlocked: Unlocked): void;
  committing(): void;
  /** The bytes that are sent in, piece by piece; each is gone when the next one is asked for. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void>;
};

/** That nobody wants the work any more. */
class Cancelled extends Error {}

/**
 * Does the work of a thread, and tells what came of it; then what is left to do that nobody waits for, which gives what
 * there is to be known at the end.
 */
export async function workInside(work: (inside: Inside) => Promise<unknown>, clearUp: () => unknown) {
  const tell = (message: FromThread) => parentPort?.postMessage(message);
  try {
    tell({ kind: 'result', result: await work(inside(tell)) });
  } catch (cause) {
    tell({ kind: 'failure', failure: failureOf(cause) });
  }
  tell({ kind: 'end', note: await clearUp() });
  parentPort?.close();
}

function inside(tell: (message: FromThread) => void): Inside {
  const isCancelled = new Int32Array((workerData as ThreadData).isCancelled);
  const next = messages();
  let toldAt = Number.NEGATIVE_INFINITY;
  let doing: string | undefined;
  const assertWanted = () => {
    if (Atomics.load(isCancelled, 0) !== 0) throw new Cancelled('it is not wanted any more');
  };
  return {
    assertWanted,
    onProgress(progress) {
      assertWanted();
      if (progress.doing === doing && performance.now() - toldAt < tellEveryMs) return;
      toldAt = performance.now();
      ({ doing } = progress);
      tell({ kind: 'progress', progress });
    },
    async lock() {
      tell({ kind: 'lock' });
      const message = await next();
      assertWanted();
      return message.kind === 'go' ? message.told : undefined;
    },
    unlock: (unlocked) => tell({ kind: 'unlock', unlocked }),
    committing() {
      assertWanted();
      tell({ kind: 'committing' });
    },
    async *pieces() {
      for (;;) {
        const message = await next();
        assertWanted();
        if (message.kind !== 'piece' || !message.bytes) return;
        yield message.bytes;
        // Given back at once, rather than when the collector comes by.
        message.bytes.buffer.transfer(0);
        tell({ kind: 'room' });
      }
    },
  };
}

/** Messages in their order, each given once. */
function messages(): () => Promise<ToThread> {
  const come: ToThread[] = [];
  let waiting: ((message: ToThread) => void) | undefined;
  parentPort?.on('message', (message: ToThread) => {
    if (!waiting) return void come.push(message);
    waiting(message);
    waiting = undefined;
  });
  return () => {
    const message = come.shift();
    return message ? Promise.resolve(message) : new Promise((resolve) => (waiting = resolve));
  };
}
