import { auditLog, type Database } from '@plant-store/db';

const everyMs = 1_000;

/**
 * Has what was told of writes on PostgreSQL take its place in the audit log every second; on SQLite it has it at once.
 * @param warn is told why that failed; the next time it is tried again
 * @returns what ends it, with the last of this process in its place
 */
export function startChaining(db: Database, warn: (cause: unknown) => void): () => Promise<void> {
  if (db.engine === 'sqlite') return async () => undefined;
  let underWay = Promise.resolve();
  let isOver = false;
  let timer: NodeJS.Timeout;
  const run = () => {
    underWay = auditLog.chainPending(db).then(() => undefined, warn);
    // After the one before, however long that took.
    void underWay.then(schedule);
  };
  function schedule() {
    if (!isOver) timer = setTimeout(run, everyMs).unref();
  }
  run();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await underWay;
    await auditLog.chainPending(db).catch(warn);
  };
}
