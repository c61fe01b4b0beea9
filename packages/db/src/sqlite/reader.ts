import { readFaultOf } from './fault.ts';

type Read = { look(): unknown; resolve(result: unknown): void; reject(cause: unknown): void };

export type Reader = {
  /** What `look` gives, which reads at once. @throws StoreError in place of a fault */
  read<Result>(look: () => Result): Promise<Result>;
  /** Resolves when every read that was asked for has its outcome. */
  close(): Promise<void>;
};

/**
 * Answers reads, those of one turn of the event loop together at its end, each with its own outcome. What
 * their requests do next is then done for all of them in one go, step by step and down to the answers: that takes a
 * third of the time of one request after the other (docs/decisions/0009-fast-edge.md).
 */
export function createReader(): Reader {
  let queue: Read[] = [];

  function drain() {
    const batch = queue;
    queue = [];
    for (const { look, resolve, reject } of batch) {
      try {
        resolve(look());
      } catch (cause) {
        reject(readFaultOf(cause) ?? cause);
      }
    }
  }

  return {
    read: (look) =>
      new Promise((resolve, reject) => {
        // After all requests that are readable now were read.
        if (queue.push({ look, resolve: resolve as Read['resolve'], reject }) === 1) setImmediate(drain);
      }),
    // Which comes after `drain`, if that is to come.
    close: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
