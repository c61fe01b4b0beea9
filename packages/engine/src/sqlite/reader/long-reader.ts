import { Worker } from 'node:worker_threads';
import { tooManyReads, unavailable } from '../../core/unavailable.ts';
import { diskReadFaultOf } from '../../files/fault.ts';
import { createFairQueue } from '../../threads/fair-queue.ts';
import { deserializeError, type SerializedError } from '../../threads/serialized-error.ts';

export type LongRead = { name: string; input: unknown };
export type ReadLong = (name: string, input: unknown, caller?: string) => Promise<unknown>;
export type LongReaderRequest = LongRead | 'close';
export type LongReadReply = { result: unknown } | { failure: SerializedError };

export const replaced = 'REPLACED';

type PendingRead = {
  key: string;
  request: LongRead;
  result: Promise<unknown>;
  resolve(result: unknown): void;
  reject(cause: unknown): void;
};

/** Runs reads in a thread from the first read on, one by one, callers in turn. @param file see `inodeOf` */
export function createLongReader(path: string, file: bigint, module: string, placesMax: number) {
  const waiting = createFairQueue<PendingRead>();
  let running: PendingRead[] = [];
  let worker: Worker | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./long-reader-thread.ts', import.meta.url), {
      workerData: { path, file, module },
    });
    started.on('message', (message: LongReadReply) => {
      if (worker !== started) return;
      settle(message);
      sendNext();
    });
    // The exit event comes in a later turn of the event loop.
    started.on('error', (cause) => end(started, cause));
    exited = new Promise<void>((resolve) => {
      started.on('exit', () => {
        end(started, new Error('the thread for long reads ended'));
        resolve();
      });
    });
    return started;
  }

  function settle(message: LongReadReply) {
    for (const { resolve, reject } of running.splice(0))
      if ('result' in message) resolve(message.result);
      else reject(readError(message.failure));
  }

  /** The current read fails together with its thread. A new thread runs the other reads. */
  function end(ended: Worker, cause: Error) {
    if (worker !== ended) return;
    worker = undefined;
    for (const { reject } of running.splice(0)) reject(notRead(cause));
    sendNext();
  }

  function sendNext() {
    const next = waiting.shift();
    if (!next) return;
    running = [next, ...waiting.takeAll(({ key }) => key === next.key)];
    worker ??= start();
    worker.postMessage(next.request);
  }

  function enqueue(caller: string, key: string, request: LongRead): Promise<unknown> {
    if (isClosed) return Promise.reject(unavailable('the store is closing; try again in a few seconds'));
    if (running.length + waiting.size() >= placesMax) {
      const displaced = waiting.displace(caller);
      if (!displaced) return Promise.reject(tooManyReads());
      displaced.reject(tooManyReads());
    }
    const { promise: result, ...outcome } = Promise.withResolvers<unknown>();
    waiting.push(caller, { key, request, result, ...outcome });
    if (running.length === 0) sendNext();
    return result;
  }

  /** Equal requests share a read that has not begun, as a running one may be outdated. @throws StoreError */
  const read: ReadLong = (name, input, caller = '') => {
    const key = keyOf(name, input);
    const same = waiting.of(caller).find((one) => one.key === key);
    return same?.result ?? enqueue(caller, key, { name, input });
  };

  return {
    read,
    async close() {
      while (running.length > 0) await Promise.allSettled(running.map(({ result }) => result));
      isClosed = true;
      const last = worker;
      worker = undefined;
      last?.postMessage('close');
      await exited;
    },
  };
}

/** A thread reports every error of its reads, so it did not start, its memory was too small, or it was ended. */
const notRead = (cause: unknown) =>
  unavailable(
    'the system cannot run this now; try again later, ' +
      'and if it happens again, give the store more memory and open files (ulimit -n)',
    cause,
  );

const keyOf = (name: string, input: unknown): string =>
  `${name} ${JSON.stringify(input, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;

function readError(failure: SerializedError): unknown {
  const cause = deserializeError(failure);
  if (failure.code !== replaced) return diskReadFaultOf(cause) ?? cause;
  return unavailable(
    'the file of the database was moved or replaced while the store was running; put it back, or restart the store',
    cause,
  );
}
