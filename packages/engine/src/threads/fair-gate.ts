import { createFairQueue } from './fair-queue.ts';

/** Serves callers in turn. Without a place, one with few calls displaces the last call of the one with the most. */
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

  return async <Result>(caller: string, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) await wait(caller);
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.begin();
      else running--;
    }
  };
}
