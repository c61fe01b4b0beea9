import { createFairQueue } from './fair-queue.ts';

/**
 * Lets at most `atOnceMax` calls run at the same time. The others wait: callers are served in turn.
 * @param placesMax the maximum number of waiting calls. If all places are taken, a caller with few calls takes the place
 * of the last call of the caller with the most.
 * @param refusal the error of a call without a place
 */
export function createFairGate(atOnceMax: number, placesMax: number, refusal: () => Error) {
  const waiting = createFairQueue<{ begin(): void; refuse(): void }>();
  let running = 0;

  function wait(caller: string): Promise<void> {
    if (waiting.size() >= placesMax) {
      const displaced = waiting.displace(caller);
      if (!displaced) throw refusal();
      displaced.refuse();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(caller, { begin: resolve, refuse: () => reject(refusal()) });
    return promise;
  }

  /** The result of `work`, which runs in the turn of its caller. */
  return async <Result>(caller: string, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) await wait(caller);
    else running++;
    try {
      return await work();
    } finally {
      // The next call replaces this one.
      const next = waiting.shift();
      if (next) next.begin();
      else running--;
    }
  };
}
