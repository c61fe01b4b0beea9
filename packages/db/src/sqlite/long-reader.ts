import { Worker } from 'node:worker_threads';
import { StoreError } from '@plant-store/schema/plain';
import { unavailable } from '../engine/unavailable.ts';
import type { Given, LongRead, LongReads } from '../sqlite-find/long-reads.ts';
import { errorOf, type Failure } from '../thread/failure.ts';
import { readFaultOf } from './fault.ts';

export type ToThread = LongRead | 'close';
export type FromThread = { found: unknown } | { failure: Failure };

export type LongReader = {
  /**
   * What a read gives that may take long. Those who ask the same before it begins are given the same; who asks later
   * may have written in between, and is given what is there then.
   * @throws StoreError `unavailable` when too many wait for theirs, or the file cannot be read
   */
  read<Name extends keyof LongReads>(name: Name, input: LongRead<Name>['input']): Promise<Given<Name>>;
  /** Resolves when every read that was asked for has its outcome, and the thread is gone. Later reads are refused. */
  close(): Promise<void>;
};

/** The code of an error that says that another file is in the place of the store. */
export const replaced = 'REPLACED';

/** How many different reads may wait: at a million plants, about ten seconds of work. */
const waitingMax = 50;

type Waiting = {
  key: string;
  asked: LongRead;
  found: Promise<unknown>;
  resolve(found: unknown): void;
  reject(cause: unknown): void;
};

/**
 * Reads in a thread with a connection of its own, one thing after the other, so that neither requests nor writes wait
 * for it. The thread starts when there is something to read for the first time.
 * @param file which file the store has open (see `fileAt`)
 */
export function createLongReader(path: string, file: bigint): LongReader {
  /** The first is at work, and the others wait for their turn. */
  const waiting: Waiting[] = [];
  /** The thread that takes reads; one that is about to end is none. */
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
    // After an error the exit comes in a later turn of the event loop, and reads may come in between.
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

  /** The read at work fails with its thread; another thread does the others. */
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
    read(name, input) {
      const key = keyOf(name, input);
      const same = waiting.findLast((one, index) => index > 0 && one.key === key);
      return (same?.found ?? ask(key, { name, input } as LongRead)) as Promise<never>;
    },
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

function faultOf(failure: Failure): unknown {
  const cause = errorOf(failure);
  if (failure.code !== replaced) return readFaultOf(cause) ?? cause;
  return unavailable(
    'the file of the database was moved or replaced while the store was running, and this needs to open it; put it back, or restart the store',
    cause,
  );
}

const tooMany = () =>
  new StoreError(
    'unavailable',
    'too many searches through the whole store are waiting; try again in a few seconds',
    {
      headers: { 'Retry-After': '3' },
    },
  );
