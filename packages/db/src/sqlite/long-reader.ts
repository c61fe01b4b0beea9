import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StoreError } from '@plant-store/schema';
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
  /** Resolves when every read that was asked for has its outcome, and the thread is gone. */
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
  let worker: Worker | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./long-reader-thread.ts', import.meta.url), {
      workerData: { path, file },
    });
    started.on('message', (message: FromThread) => {
      settle(message);
      const [next] = waiting;
      if (next) started.postMessage(next.asked);
    });
    started.on('error', (cause) => fail(cause));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      fail(new Error('the thread for long reads ended'));
    });
    return started;
  }

  function settle(message: FromThread) {
    const first = waiting.shift();
    if ('found' in message) first?.resolve(message.found);
    else first?.reject(faultOf(message.failure));
  }

  /** A thread that ended takes with it what it was asked; the next read starts another one. */
  function fail(cause: Error) {
    for (const { reject } of waiting.splice(0)) reject(cause);
  }

  function ask(key: string, asked: LongRead): Promise<unknown> {
    if (waiting.length >= waitingMax) return Promise.reject(tooMany());
    worker ??= start();
    const { promise: found, ...outcome } = Promise.withResolvers<unknown>();
    if (waiting.push({ key, asked, found, ...outcome }) === 1) worker.postMessage(asked);
    return found;
  }

  return {
    read(name, input) {
      const key = keyOf(name, input);
      const same = waiting.findLast((one, index) => index > 0 && one.key === key);
      return (same?.found ?? ask(key, { name, input } as LongRead)) as Promise<never>;
    },
    async close() {
      await Promise.allSettled(waiting.map(({ found }) => found));
      if (!worker) return;
      const gone = once(worker, 'exit');
      worker.postMessage('close');
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
