import { Worker } from 'node:worker_threads';
import { StoreError } from '@plant-store/schema/without-zod';
import { unavailable } from '../../core/unavailable.ts';
import { diskReadFaultOf } from '../../files/fault.ts';
import { deserializeError, type SerializedError } from '../../threads/serialized-error.ts';
import type { LongRead, LongReadResult, LongReads } from './long-reads.ts';

export type LongReaderRequest = LongRead | 'close';
export type LongReadReply = { result: unknown } | { failure: SerializedError };

export type LongReader = ReturnType<typeof createLongReader>;

export const replaced = 'REPLACED';

/** The maximum number of pending reads: ten seconds with a million plants. */
const pendingMax = 50;

type PendingRead = {
  key: string;
  request: LongRead;
  result: Promise<unknown>;
  resolve(result: unknown): void;
  reject(cause: unknown): void;
};

/**
 * Runs reads in a thread, one after the other, so that requests and writes do not wait. The thread starts at the first
 * read.
 * @param file the file that the store has open (see `inodeOf`)
 */
export function createLongReader(path: string, file: bigint) {
  /** The first read in the list is running. */
  const pending: PendingRead[] = [];
  /** The thread for new reads; undefined while it ends. */
  let worker: Worker | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./long-reader-thread.ts', import.meta.url), {
      workerData: { path, file },
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
    const first = pending.shift();
    if ('result' in message) first?.resolve(message.result);
    else first?.reject(readError(message.failure));
  }

  /** The current read fails together with its thread. A new thread runs the other reads. */
  function end(ended: Worker, cause: Error) {
    if (worker !== ended) return;
    worker = undefined;
    pending.shift()?.reject(cause);
    sendNext();
  }

  function sendNext() {
    const [next] = pending;
    if (!next) return;
    worker ??= start();
    worker.postMessage(next.request);
  }

  function enqueue(key: string, request: LongRead): Promise<unknown> {
    if (isClosed) return Promise.reject(unavailable('the store is closing; try again in a few seconds'));
    if (pending.length >= pendingMax) return Promise.reject(tooManyReads());
    const { promise: result, ...outcome } = Promise.withResolvers<unknown>();
    if (pending.push({ key, request, result, ...outcome }) === 1) sendNext();
    return result;
  }

  return {
    /**
     * The result of a long read. Equal requests share a read that has not begun; a running read could give outdated
     * data.
     * @throws StoreError `unavailable` when too many wait, or the file cannot be read
     */
    read<Name extends keyof LongReads>(
      name: Name,
      input: LongRead<Name>['input'],
    ): Promise<LongReadResult<Name>> {
      const key = keyOf(name, input);
      const same = pending.findLast((one, index) => index > 0 && one.key === key);
      return (same?.result ?? enqueue(key, { name, input } as LongRead)) as Promise<never>;
    },
    /** Resolves when every read has its outcome, and the thread has ended. Later reads are refused. */
    async close() {
      while (pending.length > 0) await Promise.allSettled(pending.map(({ result }) => result));
      isClosed = true;
      const last = worker;
      worker = undefined;
      last?.postMessage('close');
      await exited;
    },
  };
}

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

const tooManyReads = () =>
  new StoreError('unavailable', 'too many slow searches are waiting; try again in a few seconds', {
    headers: { 'Retry-After': '3' },
  });
