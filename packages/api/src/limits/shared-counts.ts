import { type Database, rateCounts } from '@plant-store/db';
import type { Count, Sharing } from './limit.ts';

/** How often processes tell each other what was used, where no request waits for it. */
const everyMs = 100;
/** How many counts go into one statement. */
const mostAtOnce = 1_000;
/** How long a window that has ended is kept, for processes whose clocks are late. */
const keptMs = 60_000;

/**
 * Adds up the counts of several processes through their database: one statement for any number of requests, and none
 * while nothing is counted. Where the database does not answer, each process counts for itself.
 */
export function shareCounts(db: Database): Sharing & { close(): Promise<void> } {
  const waiting = new Set<Count>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<boolean> | undefined;
  let forgotAt = 0;

  function share(count: Count) {
    waiting.add(count);
    plan();
  }
  function plan() {
    if (!underWay) timer ??= setTimeout(begin, everyMs).unref();
  }
  function begin(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    underWay ??= exchange().finally(() => {
      underWay = undefined;
      if (waiting.size > 0) plan();
    });
    return underWay;
  }
  /** Sends what is waiting; false where the database did not answer. */
  async function exchange(): Promise<boolean> {
    const now = Date.now();
    const all = [...waiting].slice(0, mostAtOnce);
    for (const count of all) waiting.delete(count);
    const told = all.filter(({ endsAt }) => endsAt > now);
    const sent = told.map(({ id, endsAt, unshared }) => ({ id, endsAt, used: unshared }));
    try {
      const sums = await rateCounts.add(db, sent);
      for (const [index, count] of told.entries()) count.unshared -= sent[index]?.used ?? 0;
      learn(told, sums);
    } catch {
      // `/readyz` and the log tell of a database that does not answer; it is told the next time.
      for (const count of told) waiting.add(count);
      return false;
    }
    await forgetOld(now);
    return true;
  }
  async function forgetOld(now: number) {
    if (now - forgotAt <= keptMs) return;
    forgotAt = now;
    await rateCounts.forget(db, new Date(now - keptMs)).catch(() => undefined);
  }
  return {
    share,
    shareNow(count) {
      waiting.add(count);
      return begin();
    },
    /** Call when nothing is counted any more. */
    async close() {
      clearTimeout(timer);
      await underWay;
      // What was under way may have planned the next time.
      clearTimeout(timer);
    },
  };
}

/** What all have used, and what was used here since. */
function learn(told: Count[], sums: rateCounts.RateCount[]) {
  const used = new Map(sums.map((sum) => [`${sum.endsAt} ${sum.id}`, sum.used]));
  for (const count of told) count.used = (used.get(`${count.endsAt} ${count.id}`) ?? 0) + count.unshared;
}
