import { diskReadFaultOf } from '../../files/fault.ts';
import { createFairQueue } from '../../threads/fair-queue.ts';

type Read = { work(): unknown; resolve(result: unknown): void; reject(cause: unknown): void };

/** The time for the reads of one turn of the event loop. The others wait for the next turn. */
const sliceMs = 10;

/**
 * Answers the reads of one turn of the event loop together at its end. Their requests then proceed in the same steps,
 * in a third of the time (docs/decisions/0009-fast-edge.md). Between two slices of time the event loop accepts
 * connections and completes writes (docs/decisions/0032-shared-reads.md).
 * @param now the time in milliseconds
 */
export function createReader(now = () => performance.now()) {
  const waiting = createFairQueue<Read>();
  let isScheduled = false;

  function schedule() {
    isScheduled = waiting.size() > 0;
    // `drain` runs after the event loop has read all requests that have arrived.
    if (isScheduled) setImmediate(drain);
  }

  function drain() {
    const end = now() + sliceMs;
    for (let next = waiting.shift(); next; next = now() < end ? waiting.shift() : undefined) {
      const { work, resolve, reject } = next;
      try {
        resolve(work());
      } catch (cause) {
        reject(diskReadFaultOf(cause) ?? cause);
      }
    }
    schedule();
  }

  return {
    /** The result of `work`, which reads synchronously. Callers are served in turn. @throws StoreError for a fault */
    read: <Result>(work: () => Result, caller = ''): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push(caller, { work, resolve: resolve as Read['resolve'], reject });
        if (!isScheduled) schedule();
      }),
    /** Resolves when every read has its outcome. */
    async close() {
      do await new Promise(setImmediate);
      while (waiting.size() > 0);
    },
  };
}
