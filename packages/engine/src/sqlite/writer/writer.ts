import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoreError } from '@plant-store/schema/errors';
import { createCommitListeners } from '../../core/commit-listeners.ts';
import type { OnProgress } from '../../core/progress.ts';
import { queueFull, unavailable } from '../../core/unavailable.ts';
import type { OneStep, UnitOfWork, WorkOptions } from '../../core/unit-of-work.ts';
import { queueMax } from '../../core/waiting.ts';
import { createCancellation } from '../../threads/cancellation.ts';
import { deserializeError, serializeError } from '../../threads/serialized-error.ts';
import type { Query, Shape } from '../connection/prepared-statements.ts';
import type { OpenedFiles } from '../file/file-watch.ts';
import { deadlineOf } from './lock-wait.ts';
import type { OpenMessage, Reply, Write, WriterMessage, WriterRequest } from './messages.ts';

type PendingRequest = {
  resolve(result: unknown): void;
  reject(cause: unknown): void;
  onProgress?: OnProgress;
};
type Unnumbered<Kind> = Kind extends unknown ? Omit<Kind, 'id' | 'deadline'> : never;

export type Writer = Awaited<ReturnType<typeof startWriter>>;

/** Writes that arrive while it works share a commit. @param module URL of a `ThreadModule` @throws if it cannot open */
export async function startWriter(path: string, module: string) {
  const { add: onCommit, notify } = createCommitListeners();
  const pending = new Map<number, PendingRequest>();
  let outbox: WriterRequest[] = [];
  let lastId = 0;
  let isLongWorkUnderWay = false;
  let shed = 0;
  let isScheduled = false;
  let isBusy = false;
  let isClosing = false;
  let hasExited = false;
  let fault: StoreError | undefined;
  let isLogFaulty = false;

  const worker = new Worker(new URL('./write-thread.ts', import.meta.url), {
    workerData: { path, module },
    // A thread does not accept options such as --input-type.
    execArgv: [],
  });
  const { opened } = await waitForOpening(worker);
  worker.on('message', onMessage);
  let failure: unknown;
  worker.on('error', (cause) => {
    failure = cause;
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      hasExited = true;
      failAll();
      resolve();
      // No write is possible without the thread. The process ends, as after any bug, and a supervisor restarts it.
      if (!isClosing) throw threadEnded(failure);
    });
  });
  // An idle thread does not keep the process alive.
  worker.unref();

  function post() {
    if (isBusy || outbox.length === 0) return;
    isBusy = true;
    worker.postMessage(outbox);
    outbox = [];
  }

  /** Sends the writes of one turn of the event loop in one message. */
  function postSoon() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      post();
    });
  }

  function send(body: Unnumbered<WriterRequest>, onProgress?: OnProgress): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (hasExited) return reject(threadEnded());
      const id = ++lastId;
      if (pending.size === 0) worker.ref();
      pending.set(id, { resolve, reject, ...(onProgress && { onProgress }) });
      const message = { ...body, id, deadline: deadlineOf(body.kind) };
      // All other requests wait for the open transaction. A probe does not wait for writes that wait for a lock.
      if (['step', 'end', 'touch'].includes(body.kind)) return worker.postMessage([message]);
      outbox.push(message);
      postSoon();
    });
  }

  function onMessage(message: WriterMessage) {
    isBusy = false;
    isLogFaulty = message.logFault !== undefined;
    if (message.commit) notify(message.commit.writes, message.commit.seconds);
    if (message.progress) {
      const { id, progress } = message.progress;
      isLongWorkUnderWay = true;
      if (progress) pending.get(id)?.onProgress?.(progress);
    }
    for (const reply of message.replies) settle(reply);
    post();
  }

  function settle(reply: Reply) {
    const one = pending.get(reply.id);
    if (!one) return;
    pending.delete(reply.id);
    if (pending.size === 0 && !isClosing) worker.unref();
    if (!('failure' in reply)) return one.resolve(reply.result);
    const cause = deserializeError(reply.failure);
    if (reply.isOfStore) fault = cause as StoreError;
    one.reject(cause);
  }

  function failAll() {
    const reply = { failure: serializeError(threadEnded(failure)), isOfStore: true };
    for (const id of [...pending.keys()]) settle({ id, ...reply });
  }

  function write(body: Write): Promise<unknown> {
    if (pending.size < queueMax) return send(body);
    shed++;
    return Promise.reject(queueFull());
  }

  async function begin() {
    const of = lastId + 1;
    await write({ kind: 'begin' });
    return {
      run: (query: Query, shape: Shape) => send({ kind: 'step', of, query, shape }),
      async end(isKept: boolean) {
        const end = send({ kind: 'end', of, isKept });
        // A failed transaction is already undone.
        await (isKept ? end : end.catch(() => undefined));
      },
    };
  }

  async function longWork<Result>(
    { module, name }: { module: string; name: string },
    input: unknown,
    options: WorkOptions,
    staging?: string,
  ): Promise<Result> {
    const cancellation = createCancellation(options);
    const body = { kind: 'long', module, name, input, cancelled: cancellation.flag, staging } as const;
    try {
      return (await send(body, cancellation.report)) as Result;
    } catch (cause) {
      throw cancellation.causeOr(cause);
    } finally {
      isLongWorkUnderWay = false;
      cancellation.dispose();
    }
  }

  return {
    opened,
    write: (query: Query, shape: Shape) => write({ kind: 'query', query, shape }),
    begin,
    transact: (unit: UnitOfWork<never, unknown> | OneStep<never, unknown>, input: unknown) => {
      const { module, name } = unit;
      return write({ kind: 'step' in unit ? 'oneStep' : 'unit', module, name, input });
    },
    queued: () => pending.size,
    shed: () => shed,
    onCommit,
    longWork,
    /** Whether a fault or a lock has made a write fail since the last successful `probe`. */
    hasFault: () => fault !== undefined,
    /** Commits without a change. @throws StoreError when the commit fails */
    async probe() {
      // A probe would wait for the long work, and the long work detects faults too.
      if (isLongWorkUnderWay) return;
      await send({ kind: 'touch' });
      fault = undefined;
    },
    async checkLog() {
      if (isLogFaulty) await send({ kind: 'checkLog' });
    },
    save: () => void send({ kind: 'save' }),
    wakeBackground: () => void send({ kind: 'background' }),
    async close() {
      isClosing = true;
      send({ kind: 'close' }).catch(() => undefined);
      worker.ref();
      await exited;
    },
  };
}

async function waitForOpening(worker: Worker): Promise<{ opened: OpenedFiles }> {
  const [message] = (await once(worker, 'message')) as [OpenMessage];
  if ('opened' in message) return message;
  throw deserializeError(message.failure);
}

const threadEnded = (cause?: unknown): StoreError =>
  unavailable(
    'the writer thread of the store has ended, so it may or may not have been stored; restart the store',
    cause,
  );
