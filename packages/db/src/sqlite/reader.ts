import type { Statement } from '../engine/statement.ts';
import { runSteps, type Unit } from '../engine/unit.ts';

/** What is read as one. */
type Look = Statement | Unit<unknown>;

type Read = { look: Look; resolve(result: unknown): void; reject(cause: unknown): void };

export type Reader = {
  /** The rows of a statement, or what a unit gives that only reads. */
  read(look: Look): Promise<unknown>;
  /** Resolves when every read that was asked for has its outcome. */
  close(): Promise<void>;
};

/**
 * Answers reads with `run`, those of one turn of the event loop together at its end, each with its own outcome. What
 * their requests do next is then done for all of them in one go, step by step and down to the answers: that takes a
 * third of the time of one request after the other (docs/decisions/0009-fast-edge.md).
 */
export function createReader(run: (statement: Statement) => unknown[]): Reader {
  let queue: Read[] = [];

  function drain() {
    const batch = queue;
    queue = [];
    for (const { look, resolve, reject } of batch) {
      try {
        resolve(typeof look === 'function' ? runSteps(look(), run) : run(look));
      } catch (cause) {
        reject(cause);
      }
    }
  }

  return {
    read: (look) =>
      new Promise((resolve, reject) => {
        // After all requests that are readable now were read.
        if (queue.push({ look, resolve, reject }) === 1) setImmediate(drain);
      }),
    // Which comes after `drain`, if that is to come.
    close: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
