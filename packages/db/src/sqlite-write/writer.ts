import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoreError } from '@plant-store/schema/plain';
import type { AuditEvent } from '../audit/event.ts';
import type { Database, Monitor } from '../database.ts';
import { createCommitListeners } from '../engine/commit-listeners.ts';
import { queueFull, queueMax, unavailable } from '../engine/unavailable.ts';
import type { OpenedFiles } from '../sqlite/file-watch.ts';
import type { Query, Shape } from '../sqlite/prepared-statements.ts';
import type { LogState } from '../sqlite/write-ahead-log.ts';
import { errorOf, failureOf } from '../thread/failure.ts';
import { isWork } from './inbox.ts';
import type { Ask, Call, Opening, Reply, Told, ToldLog, Work } from './messages.ts';

/** `leaves`: whether what was asked for is done with the reply, or, as a transaction is opened, only if that fails. */
type Asked = { leaves?: 'always' | 'failed'; resolve(result: unknown): void; reject(cause: unknown): void };
type Outgoing = Ask & { askedAt: number };
type Unnumbered<Kind> = Kind extends unknown ? Omit<Kind, 'id' | 'waitedMs'> : never;

/** A transaction that is open, in which nobody else writes. */
type Session = {
  run(query: Query, shape: Shape): Promise<unknown>;
  /** Resolves when what is to be kept is on disk. */
  end(isKept: boolean): Promise<void>;
};

export type Writer = Pick<Monitor, 'queued' | 'shed' | 'onCommit'> & {
  /** Which files the thread has opened. */
  readonly opened: OpenedFiles;
  /**
   * Runs a statement, and gives its rows once what it wrote is on disk.
   * @param event is recorded with it where it gives any
   */
  write(query: Query, shape: Shape, event?: AuditEvent): Promise<unknown>;
  begin(): Promise<Session>;
  transact: Database['transact'];
  /** Whether a write met a fault, or waited for a lock in vain, since `probe` last succeeded. */
  hasFault(): boolean;
  /** Commits without changing anything. @throws StoreError when that fails */
  probe(): Promise<void>;
  /** Lets writes wait, once those before them are done, until what this gives is called: another thread of this process writes. */
  pause(): Promise<() => void>;
  /** Tells those who listen of a commit that was made elsewhere. */
  tell(writes: number, seconds: number): void;
  readonly log: {
    /** See `WriteAheadLog`; another thread of this process looks after the log meanwhile. */
    leave(): Promise<(found?: LogState) => void>;
    check(): Promise<void>;
    isHalfMoved(): boolean;
  };
  /** Saves what is in the log alone, if the files were taken away. */
  save(): void;
  /** Has the index of words brought up to date. */
  look(): void;
  /** Resolves when every write that was asked for has its outcome, and the thread is gone. */
  close(): Promise<void>;
};

/**
 * Starts the thread that writes to the store in the file at `path`. What is asked for in the same turn of the event loop
 * goes to it in one message, and what arrives there while it is at work is committed together.
 * @throws what keeps the file from being opened or written
 */
export async function startWriter(path: string): Promise<Writer> {
  const { add: onCommit, tell } = createCommitListeners();
  const asked = new Map<number, Asked>();
  const idle: (() => void)[] = [];
  let held: Outgoing[] = [];
  let outbox: Outgoing[] = [];
  let lastId = 0;
  /** How many writes and transactions are not done yet. */
  let works = 0;
  let shed = 0;
  let pauses = 0;
  let isScheduled = false;
  let isBusy = false;
  let isClosing = false;
  let isGone = false;
  let fault: StoreError | undefined;
  let log: ToldLog = { fault: undefined, isHalfMoved: false };

  const worker = new Worker(new URL('./write-thread.ts', import.meta.url), {
    workerData: { path },
    // Those of a script that was typed (--input-type) are not for a thread.
    execArgv: [],
  });
  const { opened } = await opening(worker);
  worker.on('message', onTold);
  let failure: unknown;
  worker.on('error', (cause) => {
    failure = cause;
  });
  const gone = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      isGone = true;
      failAll();
      resolve();
      // Nothing could be written until a restart, so the process ends as at any other bug, for whoever starts it again.
      if (!isClosing) throw ended(failure);
    });
  });
  // It keeps no process alive that has nothing more to ask of it.
  worker.unref();

  /** Once the thread has time for them. What is asked for while it commits is committed together then. */
  function post() {
    if (isBusy || outbox.length === 0) return;
    isBusy = true;
    const now = performance.now();
    worker.postMessage(outbox.map(({ askedAt, ...body }) => ({ ...body, waitedMs: now - askedAt })));
    outbox = [];
  }

  /** At the end of this turn of the event loop, with all that is asked for until then. */
  function postSoon() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      post();
    });
  }

  function ask(body: Unnumbered<Ask>, leaves?: Asked['leaves']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isGone) return reject(ended());
      const id = ++lastId;
      if (asked.size === 0) worker.ref();
      asked.set(id, { resolve, reject, ...(leaves && { leaves }) });
      // All others wait for the open transaction.
      if (body.kind === 'step' || body.kind === 'end') return worker.postMessage([{ ...body, id }]);
      const isHeld = pauses > 0 && isWork(body);
      (isHeld ? held : outbox).push({ ...body, id, askedAt: performance.now() } as Outgoing);
      if (!isHeld) postSoon();
    });
  }

  function onTold(told: Told) {
    isBusy = false;
    ({ log } = told);
    if (told.commit) tell(told.commit.writes, told.commit.seconds);
    for (const reply of told.replies) settle(reply);
    if (works === held.length) for (const resolve of idle.splice(0)) resolve();
    post();
  }

  function settle(reply: Reply) {
    const one = asked.get(reply.id);
    if (!one) return;
    asked.delete(reply.id);
    if (asked.size === 0 && !isClosing) worker.unref();
    const hasFailed = 'failure' in reply;
    if (one.leaves === 'always' || (one.leaves === 'failed' && hasFailed)) works--;
    if (!hasFailed) return one.resolve(reply.result);
    const cause = errorOf(reply.failure);
    if (reply.isOfStore) fault = cause as StoreError;
    one.reject(cause);
  }

  function failAll() {
    const reply = { failure: failureOf(ended(failure)), isOfStore: true };
    for (const id of [...asked.keys()]) settle({ id, ...reply });
    held = [];
  }

  function work(body: Work): Promise<unknown> {
    if (works >= queueMax) {
      shed++;
      return Promise.reject(queueFull());
    }
    works++;
    return ask(body, body.kind === 'begin' ? 'failed' : 'always');
  }

  async function begin(): Promise<Session> {
    const of = lastId + 1;
    await work({ kind: 'begin' });
    return {
      run: (query, shape) => ask({ kind: 'step', of, query, shape }),
      async end(isKept) {
        const end = ask({ kind: 'end', of, isKept }, 'always');
        // Of a transaction that failed there is nothing left to undo.
        await (isKept ? end : end.catch(() => undefined));
      },
    };
  }

  const call = (body: Call): Promise<unknown> => ask(body);

  return {
    opened,
    write: (query, shape, event) => work({ kind: 'query', query, shape, event }),
    begin,
    transact: ({ module, name }, input) => work({ kind: 'unit', module, name, input }) as Promise<never>,
    queued: () => works,
    shed: () => shed,
    onCommit,
    tell,
    hasFault: () => fault !== undefined,
    async probe() {
      // Who has the lock then finds it out.
      if (pauses > 0) return;
      await ask({ kind: 'touch' });
      fault = undefined;
    },
    async pause() {
      pauses++;
      if (works > held.length) await new Promise<void>((resolve) => idle.push(resolve));
      return () => {
        if (--pauses > 0) return;
        // Their time begins anew.
        for (const one of held) outbox.push({ ...one, askedAt: performance.now() });
        held = [];
        postSoon();
      };
    },
    log: {
      async leave() {
        await call({ kind: 'leaveLog' });
        return (found) =>
          void call({
            kind: 'takeLog',
            found: found && { ...found, fault: found.fault && failureOf(found.fault) },
          });
      },
      async check() {
        if (log.fault) await call({ kind: 'checkLog' });
      },
      isHalfMoved: () => log.isHalfMoved,
    },
    save: () => void call({ kind: 'save' }),
    look: () => void call({ kind: 'look' }),
    async close() {
      isClosing = true;
      call({ kind: 'close' }).catch(() => undefined);
      worker.ref();
      await gone;
    },
  };
}

/** What the thread has opened. @throws what it could not open the store for */
async function opening(worker: Worker): Promise<{ opened: OpenedFiles }> {
  const [message] = (await once(worker, 'message')) as [Opening];
  if ('opened' in message) return message;
  throw errorOf(message.failure);
}

const ended = (cause?: unknown): StoreError =>
  unavailable(
    'the thread of the store that writes has ended, and it is not certain whether this was stored; restart the store',
    cause,
  );
