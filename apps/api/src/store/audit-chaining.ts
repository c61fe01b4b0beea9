import { auditLog, type Database } from '@plant-store/db';

const everyMs = 1_000;

/**
 * Chains the pending events on PostgreSQL every second; on SQLite each write chains its own. `warn` is told a failure,
 * and the next run tries again. @returns a function that ends the chaining after this process's last events
 */
export function startChaining(db: Database, warn: (cause: unknown) => void): () => Promise<void> {
  if (db.engine === 'sqlite') return async () => undefined;
  let underWay = Promise.resolve();
  let isOver = false;
  let timer: NodeJS.Timeout;
  const run = () => {
    underWay = auditLog.chainPending(db).then(() => undefined, warn);
    // The next run is scheduled after the previous one has ended.
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
