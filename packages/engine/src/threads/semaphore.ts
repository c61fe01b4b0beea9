import { queueFull } from '../core/unavailable.ts';
import type { WorkOptions } from '../core/unit-of-work.ts';

const waitingMax = 50;

export type Semaphore = ReturnType<typeof createSemaphore>;

/** Lets at most `atOnceMax` calls run at the same time; the others wait in the order of their arrival. */
export function createSemaphore(atOnceMax: number) {
  const waiting = new Set<() => void>();
  const started = new Set<Promise<unknown>>();
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

  async function run<T>(work: () => Promise<T>, { signal, onProgress }: WorkOptions): Promise<T> {
    signal?.throwIfAborted();
    if (running >= atOnceMax) {
      onProgress?.({ doing: 'waiting', done: 0, total: 0, unit: 'rows' });
      await wait(signal);
    } else running++;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) waiting.delete(next);
      if (next) next();
      else running--;
    }
  }

  return {
    /** Runs `work` in its turn. @throws StoreError when too many wait, or the reason of the signal */
    run<T>(work: () => Promise<T>, options: WorkOptions): Promise<T> {
      const outcome = run(work, options);
      const ended = outcome.catch(() => undefined);
      started.add(ended);
      void ended.then(() => started.delete(ended));
      return outcome;
    },
    ended: () => Promise.all(started),
  };
}
