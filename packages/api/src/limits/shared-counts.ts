import { type Database, rateCounts } from '@plant-store/db';
import type { Count } from './limit.ts';

/** How often processes tell each other what was used: so long each may go on by itself. */
const everyMs = 100;
/** How many counts go into one statement. */
const mostAtOnce = 1_000;
/** How long a window that has ended is kept, for processes whose clocks are late. */
const keptMs = 60_000;

/**
 * Adds up the counts of several processes through their database: one statement every so often, however many requests
 * there were, and none while nothing is counted. Where the database does not answer, each process counts for itself.
 */
export function shareCounts(db: Database) {
  const waiting = new Set<Count>();
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  let forgotAt = 0;

  /** Has a count told to the other processes, and theirs added to it. */
  function share(count: Count) {
    waiting.add(count);
    timer ??= setTimeout(() => {
      underWay = exchange();
    }, everyMs).unref();
  }
  async function exchange() {
    const now = Date.now();
    const all = [...waiting].slice(0, mostAtOnce);
    for (const count of all) waiting.delete(count);
    const told = all.filter(({ endsAt }) => endsAt > now);
    const sent = told.map(({ id, endsAt, unshared }) => ({ id, endsAt, used: unshared }));
    for (const count of told) count.unshared = 0;
    try {
      learn(told, await rateCounts.add(db, sent));
    } catch {
      // `/readyz` and the log tell of a database that does not answer; it is told the next time.
      for (const [index, count] of told.entries()) {
        count.unshared += sent[index]?.used ?? 0;
        waiting.add(count);
      }
    }
    if (now - forgotAt > keptMs) {
      forgotAt = now;
      await rateCounts.forget(db, new Date(now - keptMs)).catch(() => undefined);
    }
    timer = undefined;
    for (const count of waiting) return share(count);
  }
  return {
    share,
    /** Call when nothing is counted any more. */
    async close() {
      clearTimeout(timer);
      await underWay;
      clearTimeout(timer);
    },
  };
}

/** What all have used, and what was used here since. */
function learn(told: Count[], sums: rateCounts.RateCount[]) {
  const used = new Map(sums.map((sum) => [`${sum.endsAt} ${sum.id}`, sum.used]));
  for (const count of told) count.used = (used.get(`${count.endsAt} ${count.id}`) ?? 0) + count.unshared;
}
