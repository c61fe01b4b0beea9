import { diskReadFaultOf } from '../../files/fault.ts';

type Read = { work(): unknown; resolve(result: unknown): void; reject(cause: unknown): void };

/**
 * Answers all reads of one turn of the event loop together at its end. Their requests then proceed in the same steps,
 * in a third of the time (docs/decisions/0009-fast-edge.md).
 */
export function createReader() {
  let queue: Read[] = [];

  function drain() {
    const batch = queue;
    queue = [];
    for (const { work, resolve, reject } of batch) {
      try {
        resolve(work());
      } catch (cause) {
        reject(diskReadFaultOf(cause) ?? cause);
      }
    }
  }

  return {
    /** The result of `work`, which reads synchronously. @throws StoreError for a fault */
    read: <Result>(work: () => Result): Promise<Result> =>
      new Promise((resolve, reject) => {
        // By then the event loop has read all requests that have arrived.
        if (queue.push({ work, resolve: resolve as Read['resolve'], reject }) === 1) setImmediate(drain);
      }),
    /** Resolves when every read has its outcome, as this runs after `drain`. */
    close: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
