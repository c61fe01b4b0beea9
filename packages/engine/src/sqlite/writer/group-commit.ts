import type SqliteConnection from 'better-sqlite3';
import { runSteps, type Statement } from '../../core/sql.ts';
import type { OneStep, UnitOfWork } from '../../core/unit-of-work.ts';
import { diskFaultOf } from '../../files/fault.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { createQueryRunner, queryOf } from '../connection/prepared-statements.ts';
import type { ThreadModule } from '../connection/thread-module.ts';
import { sealFaultOf } from '../file/seal.ts';
import type { FileGuard } from './file-guard.ts';
import type { Inbox, PendingWrite } from './inbox.ts';
import { waitForLock } from './lock-wait.ts';
import type { Reply, Write, WriterMessage } from './messages.ts';

const groupMax = 500;
/** The time in which a commit accepts units and transactions, in milliseconds; their callers wait for the commit. */
const groupTimeMs = 10;

/** Units are short, so they report no progress. */
const tools = { engine: 'sqlite', onProgress: () => undefined } as const;

type ExportedWrite = Extract<Write, { module: string }>;

type Parts = {
  connection: SqliteConnection.Database;
  guard: FileGuard;
  inbox: Inbox;
  journal: ThreadModule['journal'];
  send(message: Omit<WriterMessage, 'logFault'>): void;
};

/** Commits the waiting writes with one sync of the disk. A failed one does not affect the others. */
export function createGroupCommit({ connection, guard, inbox, journal, send }: Parts): () => Promise<number> {
  const { run } = createQueryRunner(connection);
  const rowsOf = (statement: Statement) => run(queryOf(statement)) as unknown[];
  const units = new Map<string, Record<string, unknown>>();
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    connection.prepare(sql),
  ) as [SqliteConnection.Statement, SqliteConnection.Statement, SqliteConnection.Statement];
  // This statement writes a page of the log, like any other write.
  const touch = connection.prepare('PRAGMA user_version = 0');
  const savepoint = connection.prepare('SAVEPOINT "transaction"');
  const release = connection.prepare('RELEASE "transaction"');
  const undoToSavepoint = connection.prepare('ROLLBACK TO "transaction"');

  /** The error of one write. @throws a fault of the whole group */
  function writeError(cause: unknown): unknown {
    // SQLite undoes only the failed statement. If it has undone the transaction, all writes have failed.
    if (!connection.inTransaction || diskFaultOf(cause)) throw cause;
    return sealFaultOf(cause, connection) ?? cause;
  }

  function attempt(id: number, work: () => unknown): Reply {
    try {
      return { id, result: work() };
    } catch (cause) {
      return { id, failure: serializeError(writeError(cause)), isOfStore: false };
    }
  }

  async function runInteractive(of: number): Promise<Reply> {
    savepoint.run();
    send({ replies: [{ id: of, result: undefined }] });
    for (;;) {
      const step = await inbox.nextStep();
      // The transaction of this step failed with its group.
      if (step.of !== of) send({ replies: [transactionEnded(step.id)] });
      else if (step.kind === 'step')
        send({ replies: [attemptStep(step.id, () => run(step.query, step.shape))] });
      else return attempt(step.id, () => end(step.isKept));
    }
  }

  function attemptStep(id: number, work: () => unknown): Reply {
    try {
      return attempt(id, work);
    } catch (cause) {
      send({ replies: [{ id, failure: serializeError(toCallerError(cause)), isOfStore: true }] });
      throw cause;
    }
  }

  function end(isKept: boolean) {
    if (!isKept) undoToSavepoint.run();
    release.run();
  }

  function refuse(writes: { id: number }[], cause: unknown) {
    if (writes.length === 0) return;
    const failure = serializeError(toCallerError(cause));
    send({ replies: writes.map(({ id }) => ({ id, failure, isOfStore: true })) });
  }

  function rollBack() {
    // SQLite has rolled back a failed commit, unless a lock prevented the commit.
    if (!connection.inTransaction) return;
    try {
      rollback.run();
    } catch {
      // The transaction ends even if the rollback fails too. Only the earlier error is reported.
    }
  }

  /** Loads units before the transaction begins, as the first import of a module is slow. */
  async function load(writes: PendingWrite[]) {
    for (const work of writes)
      if ('module' in work) units.get(work.module) ?? units.set(work.module, await import(work.module));
  }

  const exported = <Unit>({ module, name }: ExportedWrite) => units.get(module)?.[name] as Unit;

  /** SQLite itself undoes a failed statement. */
  function runStatement(work: ExportedWrite, events: object[]): unknown[] {
    const { statement, event } = exported<OneStep<unknown, unknown>>(work).step(work.input, 'sqlite');
    const rows = rowsOf(statement);
    if (event && rows.length > 0) events.push(event);
    return rows;
  }

  function runUnit(id: number, work: ExportedWrite): Reply {
    const unit = exported<UnitOfWork<unknown, unknown>>(work);
    return attempt(id, () => {
      savepoint.run();
      let isKept = false;
      try {
        const result = runSteps(unit.steps(work.input, tools), rowsOf);
        isKept = true;
        return result;
      } finally {
        if (connection.inTransaction) end(isKept);
      }
    });
  }

  /** Performs a write; its event is added to `events`. Units and transactions record theirs after the earlier ones. */
  function outcome({ id, ...work }: PendingWrite, events: object[]): Reply | Promise<Reply> {
    if (work.kind === 'begin') {
      record(events);
      return runInteractive(id);
    }
    if (work.kind === 'unit') {
      record(events);
      return runUnit(id, work);
    }
    return attempt(id, () => {
      if (work.kind === 'touch') return void touch.run();
      return work.kind === 'query' ? run(work.query, work.shape) : runStatement(work, events);
    });
  }

  /** Records events together, so that the last entry is read once. */
  function record(events: object[]) {
    if (events.length > 0) runSteps(journal(events.splice(0)), rowsOf);
  }

  return async () => {
    let waiting = inbox.takeWrites(groupMax);
    const replies: Reply[] = [];
    try {
      guard.assert('nothing was stored');
      await load(waiting);
      waiting = waitForLock(waiting, inbox, { begin: () => begin.run(), refuse });
      if (waiting.length === 0) return 0;
      const startedAt = performance.now();
      const events: object[] = [];
      for (let work = waiting[0]; work; work = waiting[0]) {
        replies.push(await outcome(work, events));
        waiting.shift();
        if (work.kind !== 'begin' && work.kind !== 'unit') continue;
        if (performance.now() - startedAt > groupTimeMs) break;
        if (waiting.length > 0) continue;
        waiting = inbox.takeWrites(groupMax);
        await load(waiting);
      }
      record(events);
      commit.run();
      guard.confirm();
      send({ replies, commit: { writes: replies.length, seconds: (performance.now() - startedAt) / 1000 } });
    } catch (cause) {
      rollBack();
      refuse([...replies, ...waiting], cause);
      return 0;
    }
    inbox.putBack(waiting);
    return replies.length;
  };
}

const toCallerError = (cause: unknown): unknown => diskFaultOf(cause) ?? cause;

const transactionEnded = (id: number): Reply => ({
  id,
  failure: serializeError(new Error('the transaction has ended')),
  isOfStore: false,
});
