import type SqliteConnection from 'better-sqlite3';
import { runSteps } from '../../core/sql.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { storageFaultOf } from '../../files/disk-space.ts';
import { isLocked, lockedByOther } from '../../files/fault.ts';
import { createCancellationCheck } from '../../threads/cancellation.ts';
import { serializeError } from '../../threads/serialized-error.ts';
import { createStatementRunner } from '../connection/prepared-statements.ts';
import { sealFaultOf } from '../file/seal.ts';
import type { FileGuard } from './file-guard.ts';
import type { LongWork } from './inbox.ts';
import type { WriterMessage } from './messages.ts';
import { attachStaging, detachStaging } from './staging-file.ts';

type Parts = {
  connection: SqliteConnection.Database;
  guard: FileGuard;
  send(message: Omit<WriterMessage, 'logFault'>): void;
};

/** Gives false if another process holds the write lock, and the deadline of the work has not passed. */
export function createLongWorkRunner({ connection, guard, send }: Parts) {
  const run = createStatementRunner(connection);
  const inTransaction = connection.transaction(<Result>(work: () => Result) => work());

  async function attempt({ id, module, name, input, cancelled, staging }: LongWork): Promise<unknown> {
    const { throwIfCancelled: assertWanted, onProgress } = createCancellationCheck(cancelled, (progress) =>
      send({ replies: [], progress: { id, progress } }),
    );
    assertWanted();
    const unit = (await import(module))[name] as UnitOfWork<unknown, unknown>;
    if (staging !== undefined) attachStaging(connection, staging);
    try {
      return guard.around(() =>
        inTransaction.immediate(() => {
          send({ replies: [], progress: { id } });
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
    const startedAt = performance.now();
    try {
      const reply = { id: work.id, result: await attempt(work) };
      send({ replies: [reply], commit: { writes: 1, seconds: (performance.now() - startedAt) / 1000 } });
    } catch (cause) {
      if (isLocked(cause) && process.uptime() < work.deadline) return false;
      const failure = serializeError(isLocked(cause) ? lockedByOther(cause) : toCallerError(cause));
      send({ replies: [{ id: work.id, failure, isOfStore: false }] });
    }
    return true;
  };

  function toCallerError(cause: unknown): unknown {
    return storageFaultOf(cause, connection.name) ?? sealFaultOf(cause, connection) ?? cause;
  }
}
