import type SqliteConnection from 'better-sqlite3';
import { chainEvents } from '../../audit/record.ts';
import type { NamedUnit } from '../../core/named-unit.ts';
import { runSteps, type Statement } from '../../core/sql.ts';
import type { AuditEvent } from '../../database/audit-event.ts';
import { diskFaultOf, isLocked, lockedByOther } from '../../files/fault.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { queryOf, runner } from '../connection/prepared-statements.ts';
import { sealFaultOf } from '../file/seal.ts';
import type { Inbox, Waiting } from './inbox.ts';
import type { Reply, Told, Work } from './messages.ts';
import type { Placement } from './placement.ts';
import { transactionOn } from './transaction.ts';

const groupMax = 500;
/** A commit takes units and transactions for so long, as each caller waits. */
const momentMs = 10;

/** Units are short, and report no progress. */
const tools = { engine: 'sqlite', onProgress: () => undefined } as const;

type Parts = {
  connection: SqliteConnection.Database;
  placement: Placement;
  inbox: Inbox;
  tell(told: Omit<Told, 'logFault'>): void;
};

/**
 * Commits the waiting writes with one sync of the disk, each with its own outcome: a failed one leaves the others alone.
 * While another process holds the write lock they wait until their deadlines. Gives the number of writes.
 */
export function createGroupCommit({ connection, placement, inbox, tell }: Parts): () => Promise<number> {
  const { run } = runner(connection);
  const rowsOf = (statement: Statement) => run(queryOf(statement)) as unknown[];
  const units = new Map<string, Record<string, unknown>>();
  const transaction = transactionOn(connection);
  // Writes a page of the log like any other write.
  const touch = connection.prepare('PRAGMA user_version = 0');
  const savepoint = connection.prepare('SAVEPOINT "transaction"');
  const release = connection.prepare('RELEASE "transaction"');
  const undoToSavepoint = connection.prepare('ROLLBACK TO "transaction"');

  /** The error of one write. @throws a fault of the whole group */
  function ownError(cause: unknown): unknown {
    // SQLite undoes a failed statement; if it undid the transaction, all writes failed.
    if (!connection.inTransaction || diskFaultOf(cause)) throw cause;
    return sealFaultOf(cause, connection) ?? cause;
  }

  function attempt(id: number, work: () => unknown): Reply {
    try {
      return { id, result: work() };
    } catch (cause) {
      return { id, failure: serializeError(ownError(cause)), isOfStore: false };
    }
  }

  /** Runs the statements of a transaction as they come. Gives the reply to its end. */
  async function interact(begin: number): Promise<Reply> {
    savepoint.run();
    tell({ replies: [{ id: begin, result: undefined }] });
    for (;;) {
      const step = await inbox.nextStep();
      // Its transaction failed with the group.
      if (step.of !== begin) tell({ replies: [over(step.id)] });
      else if (step.kind === 'step')
        tell({ replies: [attemptStep(step.id, () => run(step.query, step.shape))] });
      else return attempt(step.id, () => end(step.isKept));
    }
  }

  function attemptStep(id: number, work: () => unknown): Reply {
    try {
      return attempt(id, work);
    } catch (cause) {
      tell({ replies: [{ id, failure: serializeError(explained(cause)), isOfStore: true }] });
      throw cause;
    }
  }

  function end(isKept: boolean) {
    if (!isKept) undoToSavepoint.run();
    release.run();
  }

  /** Waits for the write lock. Gives the writes that are in time; refuses the others. */
  function begin(works: Waiting[]): Waiting[] {
    let waiting = works;
    while (waiting.length > 0) {
      try {
        transaction.begin();
        return waiting;
      } catch (cause) {
        if (!isLocked(cause)) throw cause;
        waiting = [...waiting, ...inbox.takeWorks(Number.POSITIVE_INFINITY)];
        const now = process.uptime();
        const late = waiting.filter(({ deadline }) => deadline <= now);
        waiting = waiting.filter(({ deadline }) => deadline > now);
        refuse(
          late.map(({ id }) => id),
          lockedByOther(cause),
        );
      }
    }
    return [];
  }

  function refuse(ids: number[], cause: unknown) {
    if (ids.length === 0) return;
    const failure = serializeError(explained(cause));
    tell({ replies: ids.map((id) => ({ id, failure, isOfStore: true })) });
  }

  /** Loads units before the transaction begins, as the first import is slow. */
  async function load(works: Waiting[]) {
    for (const work of works)
      if (work.kind === 'unit') units.get(work.module) ?? units.set(work.module, await import(work.module));
  }

  function runUnit(id: number, { module, name, input }: Extract<Work, { kind: 'unit' }>): Reply {
    const unit = units.get(module)?.[name] as NamedUnit<unknown, unknown>;
    return attempt(id, () => {
      savepoint.run();
      let isKept = false;
      try {
        const result = runSteps(unit.steps(input, tools), rowsOf);
        isKept = true;
        return result;
      } finally {
        if (connection.inTransaction) end(isKept);
      }
    });
  }

  /**
   * The outcome of a write; its event goes to `events`. Units and transactions record their own, after the events
   * before.
   */
  function outcome({ id, ...work }: Waiting, events: AuditEvent[]): Reply | Promise<Reply> {
    if (work.kind === 'begin') {
      chain(events);
      return interact(id);
    }
    if (work.kind === 'unit') {
      chain(events);
      return runUnit(id, work);
    }
    return attempt(id, () => {
      if (work.kind === 'touch') return void touch.run();
      const result = run(work.query, work.shape);
      if (work.event && (result as unknown[]).length > 0) events.push(work.event);
      return result;
    });
  }

  /** Records events together, which reads the last entry once. */
  function chain(events: AuditEvent[]) {
    if (events.length > 0) runSteps(chainEvents(events.splice(0)), rowsOf);
  }

  return async () => {
    let waiting = inbox.takeWorks(groupMax);
    const replies: Reply[] = [];
    try {
      placement.assert('nothing was stored');
      await load(waiting);
      waiting = begin(waiting);
      if (waiting.length === 0) return 0;
      const begun = performance.now();
      const events: AuditEvent[] = [];
      for (let work = waiting[0]; work; work = waiting[0]) {
        replies.push(await outcome(work, events));
        waiting.shift();
        if (work.kind !== 'begin' && work.kind !== 'unit') continue;
        if (performance.now() - begun > momentMs) break;
        if (waiting.length > 0) continue;
        waiting = inbox.takeWorks(groupMax);
        await load(waiting);
      }
      chain(events);
      transaction.commit();
      placement.confirm();
      tell({ replies, commit: { writes: replies.length, seconds: (performance.now() - begun) / 1000 } });
    } catch (cause) {
      transaction.undo();
      refuse(
        [...replies, ...waiting].map(({ id }) => id),
        cause,
      );
      return 0;
    }
    inbox.putBack(waiting);
    return replies.length;
  };
}

/** The error for callers of a failed group. */
const explained = (cause: unknown): unknown => diskFaultOf(cause) ?? cause;

const over = (id: number): Reply => ({
  id,
  failure: serializeError(new Error('the transaction has ended')),
  isOfStore: false,
});
