import { diskReadFaultOf } from '../../files/fault.ts';
import { createFairQueue } from '../../threads/fair-queue.ts';
import { otherWork } from '../../threads/other-work.ts';

type Read = { work(): unknown; resolve(result: unknown): void; reject(cause: unknown): void };

const sliceMs = 10;

/** Answers the reads of one turn together, in a third of the time (docs/decisions/0009). Other work comes between. */
export function createReader(now = () => performance.now()) {
  const waiting = createFairQueue<Read>();
  let isDraining = false;

  async function drain() {
    for (;;) {
      const begin = now();
      readSlice();
      if (waiting.size() === 0) break;
      // Callers use their results first, which may take longer than the reads. Other work gets the time of both.
      await new Promise(setImmediate);
      await otherWork(Math.max(sliceMs, now() - begin), now);
    }
    isDraining = false;
  }

  function readSlice() {
    const end = now() + sliceMs;
    for (let next = waiting.shift(); next; next = now() < end ? waiting.shift() : undefined) {
      const { work, resolve, reject } = next;
      try {
        resolve(work());
      } catch (cause) {
        reject(diskReadFaultOf(cause) ?? cause);
      }
    }
  }

  return {
    read: <Result>(work: () => Result, caller = ''): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push(caller, { work, resolve: resolve as Read['resolve'], reject });
        // `drain` runs after the event loop has read all requests that have arrived.
        if (!isDraining) setImmediate(drain);
        isDraining = true;
      }),
    async close() {
      do await new Promise(setImmediate);
      while (waiting.size() > 0);
    },
  };
}
