import type SqliteConnection from 'better-sqlite3';
import { runSteps } from '../engine/sql.ts';
import { storageFaultOf } from '../sqlite/disk-space.ts';
import { busy, isLocked } from '../sqlite/fault.ts';
import { attachStaging, detachStaging } from '../sqlite/import-staging.ts';
import type { Placement } from '../sqlite/placement.ts';
import { preparer } from '../sqlite/prepared-statements.ts';
import { sealFaultOf } from '../sqlite/seal.ts';
import { cancellableBy } from '../thread/cancellation.ts';
import { failureOf } from '../thread/failure.ts';
import type { NamedUnit } from '../thread/named-unit.ts';
import type { LongWork } from './inbox.ts';
import type { Told } from './messages.ts';

type Parts = {
  connection: SqliteConnection.Database;
  placement: Placement;
  tell(told: Omit<Told, 'logFault'>): void;
};

/**
 * Does long work in one transaction, while other writes wait. Gives false if another process holds the write lock and
 * the work can wait for it.
 */
export function createLongWork({ connection, placement, tell }: Parts) {
  const run = preparer(connection);
  const inTransaction = connection.transaction(<Result>(work: () => Result) => work());

  async function attempt({ id, module, name, input, cancelled, staging }: LongWork): Promise<unknown> {
    const { assertWanted, onProgress } = cancellableBy(cancelled, (progress) =>
      tell({ replies: [], progress: { id, progress } }),
    );
    assertWanted();
    const unit = (await import(module))[name] as NamedUnit<unknown, unknown>;
    if (staging !== undefined) attachStaging(connection, staging);
    try {
      return placement.during(() =>
        inTransaction.immediate(() => {
          tell({ replies: [], progress: { id } });
          return runSteps(unit.steps(input, { engine: 'sqlite', onProgress }), (statement) => {
            assertWanted();
            return run(statement);
          });
        }),
      );
    } finally {
      if (staging !== undefined) detachStaging(connection);
    }
  }

  return async (work: LongWork): Promise<boolean> => {
    const begun = performance.now();
    try {
      const reply = { id: work.id, result: await attempt(work) };
      tell({ replies: [reply], commit: { writes: 1, seconds: (performance.now() - begun) / 1000 } });
    } catch (cause) {
      if (isLocked(cause) && process.uptime() < work.deadline) return false;
      const failure = failureOf(isLocked(cause) ? busy(cause) : explained(cause));
      tell({ replies: [{ id: work.id, failure, isOfStore: false }] });
    }
    return true;
  };

  function explained(cause: unknown): unknown {
    return storageFaultOf(cause, connection.name) ?? sealFaultOf(cause, connection) ?? cause;
  }
}
