import { Worker } from 'node:worker_threads';
import { StoreError } from '@plant-store/schema/plain';
import { unavailable } from '../../core/unavailable.ts';
import { diskReadFaultOf } from '../../files/fault.ts';
import { deserializeError, type SerializedError } from '../../threads/serialized-error.ts';
import type { Given, LongRead, LongReads } from './long-reads.ts';

export type ToThread = LongRead | 'close';
export type FromThread = { found: unknown } | { failure: SerializedError };

export type LongReader = ReturnType<typeof createLongReader>;

export const replaced = 'REPLACED';

/** Ten seconds of work at a million plants. */
const waitingMax = 50;

type Waiting = {
  key: string;
  asked: LongRead;
  found: Promise<unknown>;
  resolve(found: unknown): void;
  reject(cause: unknown): void;
};

/**
 * Reads in a thread, one read after the other, so that requests and writes do not wait. The thread starts at the first
 * read.
 * @param file the file that the store has open (see `fileAt`)
 */
export function createLongReader(path: string, file: bigint) {
  /** The first is at work. */
  const waiting: Waiting[] = [];
  /** The thread that takes reads, unless it is ending. */
  let worker: Worker | undefined;
  let gone: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL('./long-reader-thread.ts', import.meta.url), {
      workerData: { path, file },
    });
    started.on('message', (message: FromThread) => {
      if (worker !== started) return;
      settle(message);
      askNext();
    });
    // The exit comes in a later turn of the event loop.
    started.on('error', (cause) => end(started, cause));
    gone = new Promise<void>((resolve) => {
      started.on('exit', () => {
        end(started, new Error('the thread for long reads ended'));
        resolve();
      });
    });
    return started;
  }

  function settle(message: FromThread) {
    const first = waiting.shift();
    if ('found' in message) first?.resolve(message.found);
    else first?.reject(faultOf(message.failure));
  }

  /** The current read fails with its thread; a new thread does the others. */
  function end(ended: Worker, cause: Error) {
    if (worker !== ended) return;
    worker = undefined;
    waiting.shift()?.reject(cause);
    askNext();
  }

  function askNext() {
    const [next] = waiting;
    if (!next) return;
    worker ??= start();
    worker.postMessage(next.asked);
  }

  function ask(key: string, asked: LongRead): Promise<unknown> {
    if (isClosed) return Promise.reject(unavailable('the store is closing; try again in a few seconds'));
    if (waiting.length >= waitingMax) return Promise.reject(tooMany());
    const { promise: found, ...outcome } = Promise.withResolvers<unknown>();
    if (waiting.push({ key, asked, found, ...outcome }) === 1) askNext();
    return found;
  }

  return {
    /**
     * The result of a long read. Callers with the same question share a read that has not begun; later ones may have
     * written.
     * @throws StoreError `unavailable` when too many wait, or the file cannot be read
     */
    read<Name extends keyof LongReads>(name: Name, input: LongRead<Name>['input']): Promise<Given<Name>> {
      const key = keyOf(name, input);
      const same = waiting.findLast((one, index) => index > 0 && one.key === key);
      return (same?.found ?? ask(key, { name, input } as LongRead)) as Promise<never>;
    },
    /** Resolves when every read has its outcome, and the thread has ended. Later reads are refused. */
    async close() {
      while (waiting.length > 0) await Promise.allSettled(waiting.map(({ found }) => found));
      isClosed = true;
      const last = worker;
      worker = undefined;
      last?.postMessage('close');
      await gone;
    },
  };
}

const keyOf = (name: string, input: unknown): string =>
  `${name} ${JSON.stringify(input, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;

function faultOf(failure: SerializedError): unknown {
  const cause = deserializeError(failure);
  if (failure.code !== replaced) return diskReadFaultOf(cause) ?? cause;
  return unavailable(
    'the file of the database was moved or replaced while the store was running; put it back, or restart the store',
    cause,
  );
}

const tooMany = () =>
  new StoreError('unavailable', 'too many slow searches are waiting; try again in a few seconds', {
    headers: { 'Retry-After': '3' },
  });
