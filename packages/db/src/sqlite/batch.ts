import type SqliteConnection from 'better-sqlite3';
import type { AuditEvent } from '../audit/event.ts';
import { chainEvents } from '../audit/record.ts';
import type { Statement } from '../engine/statement.ts';
import { runSteps, type Unit } from '../engine/unit.ts';
import { faultOf } from './fault.ts';
import type { Placement } from './placement.ts';
import { preparer } from './prepared-statements.ts';
import { sealFaultOf } from './seal.ts';
import { transactor } from './transaction.ts';

/**
 * What is written as one: a statement, which gives its rows, also one that has an event written down where it gives any,
 * or a unit, which gives what it returns.
 */
export type Work = Statement | Told | Unit<unknown>;
type Told = { statement: Statement; event: AuditEvent };
/** What became of one work of a batch that is on disk now. */
export type Outcome = { result: unknown } | { cause: unknown };

export type Batches = {
  /**
   * Commits works together, each with its own outcome: one that fails leaves the others as they are. It takes as many
   * of them, from the first on, as are done in a moment, and at least one.
   * Fails as a whole where a fault of the disk or the files is everybody's.
   */
  commit(works: Work[]): Outcome[];
  /** Commits without changing anything, and fails as any other commit would. */
  touch(): void;
};

/** Within which nothing else is answered. A unit may take longer, one of a thousand plants; then it is the last of its batch. */
const momentMs = 10;

export function createBatches(connection: SqliteConnection.Database, placement: Placement): Batches {
  const run = preparer(connection);
  const together = transactor(connection);
  // A page of the log, as for any other write: SQLite writes the number even if it is the same.
  const touch = connection.prepare('PRAGMA user_version = 0');

  const savepoint = connection.prepare('SAVEPOINT "unit"');
  const release = connection.prepare('RELEASE "unit"');
  const undo = connection.prepare('ROLLBACK TO "unit"');

  function runUnit(unit: Unit<unknown>): unknown {
    savepoint.run();
    try {
      return runSteps(unit(), run);
    } catch (cause) {
      if (connection.inTransaction) undo.run();
      throw cause;
    } finally {
      if (connection.inTransaction) release.run();
    }
  }

  /** What the work gives; what it is to be told of goes to `events`. */
  function result(work: Work, events: AuditEvent[]): unknown {
    if (typeof work === 'function') return runUnit(work);
    if ('strings' in work) return run(work);
    const rows = run(work.statement);
    if (rows.length > 0) events.push(work.event);
    return rows;
  }

  function attempt(work: Work, events: AuditEvent[]): Outcome {
    try {
      return { result: result(work, events) };
    } catch (cause) {
      // SQLite undoes a statement that fails, as a unit is undone; where it undid the transaction too, that concerns all.
      if (!connection.inTransaction || faultOf(cause)) throw cause;
      return { cause: sealFaultOf(cause, connection) ?? cause };
    }
  }

  function attemptInTime(works: Work[]): Outcome[] {
    const end = performance.now() + momentMs;
    const outcomes: Outcome[] = [];
    const events: AuditEvent[] = [];
    // Together, as the last entry is looked for once then.
    const tell = () => events.length > 0 && runSteps(chainEvents(events.splice(0)), run);
    for (const work of works) {
      // A unit tells of itself, after what was done before it.
      if (typeof work === 'function') tell();
      outcomes.push(attempt(work, events));
      if (typeof work === 'function' && performance.now() > end) break;
    }
    tell();
    return outcomes;
  }

  return {
    commit: (works) => placement.during(() => together(() => attemptInTime(works))),
    touch: () => void placement.during(() => together(() => touch.run())),
  };
}
