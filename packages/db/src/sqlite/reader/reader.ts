import { diskReadFaultOf } from '../../files/fault.ts';

type Read = { look(): unknown; resolve(result: unknown): void; reject(cause: unknown): void };

/**
 * Answers the reads of one turn of the event loop together at its end. The requests then go on step by step together,
 * which takes a third of the time (docs/decisions/0009-fast-edge.md).
 */
export function createReader() {
  let queue: Read[] = [];

  function drain() {
    const batch = queue;
    queue = [];
    for (const { look, resolve, reject } of batch) {
      try {
        resolve(look());
      } catch (cause) {
        reject(diskReadFaultOf(cause) ?? cause);
      }
    }
  }

  return {
    /** The result of `look`, which reads synchronously. @throws StoreError for a fault */
    read: <Result>(look: () => Result): Promise<Result> =>
      new Promise((resolve, reject) => {
        // After all requests that are readable now.
        if (queue.push({ look, resolve: resolve as Read['resolve'], reject }) === 1) setImmediate(drain);
      }),
    /** Resolves when every read has its outcome, as this comes after `drain`. */
    close: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
