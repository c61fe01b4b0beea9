import { auditLog, type Database, purgeExpired, respellTags } from '@plant-store/db';

type Warn = (cause: unknown) => void;
/** Ends the work within a moment. */
type End = () => Promise<void>;

/** Delays the first cleanup, as requests may already wait for the store at the start. */
const firstMs = 60_000;
const hourMs = 60 * 60_000;
const secondMs = 1_000;

/** Runs `work` after `waitMs`, and again `everyMs` after each end. `warn` is told a failure. */
function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  everyMs: number,
  warn: Warn,
  waitMs = 0,
): End {
  const ending = new AbortController();
  let timer: NodeJS.Timeout;
  let underWay = Promise.resolve();
  const runIn = (ms: number) => {
    if (!ending.signal.aborted) timer = setTimeout(run, ms).unref();
  };
  function run() {
    underWay = work(ending.signal)
      .catch(warn)
      .then(() => runIn(everyMs));
  }
  runIn(waitMs);
  return () => {
    ending.abort();
    clearTimeout(timer);
    return underWay;
  };
}

/** Deletes what has expired, every hour. */
export const startUpkeep = (db: Database, warn: Warn): End =>
  repeat((signal) => purgeExpired(db, signal), hourMs, warn, firstMs);

/** Chains the pending events on PostgreSQL every second; on SQLite each write chains its own. The end chains the last. */
export function startChaining(db: Database, warn: Warn): End {
  if (db.engine === 'sqlite') return async () => undefined;
  const end = repeat(() => auditLog.chainPending(db), secondMs, warn);
  return async () => {
    await end();
    await auditLog.chainPending(db).catch(warn);
  };
}

/**
 * Resolves after the first piece: most stores have no second one, so they are complete before the first request. After a
 * failure, the next start goes on.
 */
export async function startUpgrade(db: Database, warn: Warn): Promise<End> {
  const ending = new AbortController();
  const first = respellTags(db, { pieces: 1 });
  const all = first.then(() => respellTags(db, { signal: ending.signal })).catch(warn);
  await first.catch(() => undefined);
  return () => {
    ending.abort();
    return all;
  };
}
