import { queueFull } from '../engine/unavailable.ts';
import type { Wanted } from './named-unit.ts';

/** How many files a process imports at once, or how much long work it does: each takes a thread, and some 50 MB. */
const atOnceMax = 2;
/** How many may wait for that. */
const waitingMax = 50;

export type Turns = {
  /** Runs `work` when it has its turn. @throws StoreError when too many wait; the reason of the signal, if it is waiting still */
  take<T>(work: () => Promise<T>, wanted: Wanted): Promise<T>;
};

/** Lets a few at a time, those that came first. */
export function createTurns(): Turns {
  const waiting = new Set<() => void>();
  let running = 0;

  async function wait(signal: AbortSignal | undefined) {
    if (waiting.size >= waitingMax) throw queueFull();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(resolve);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return {
    async take(work, { signal, onProgress }) {
      signal?.throwIfAborted();
      if (running >= atOnceMax) {
        onProgress?.({ doing: 'waiting', done: 0, total: 0, unit: 'rows' });
        await wait(signal);
      } else running++;
      try {
        return await work();
      } finally {
        const [next] = waiting;
        // Whoever is next has this one's place.
        if (next) waiting.delete(next);
        if (next) next();
        else running--;
      }
    },
  };
}
