import { type Database, rateCounts } from '@plant-store/db';
import type { Count, Sharing } from '@plant-store/http';

/** The time between two exchanges with the database, if no request waits for one. */
const everyMs = 100;
const countsMax = 1_000;
/** The time for which old windows are kept, for processes with a slow clock. */
const keptMs = 60_000;

/** One statement adds up the counts of any number of requests. Without the database each process counts alone. */
export function shareCounts(db: Database): Sharing & { close(): Promise<void> } {
  const waiting = new Set<Count>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<boolean> | undefined;
  let purgedAt = 0;

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
  async function exchange(): Promise<boolean> {
    const now = Date.now();
    const all = [...waiting].slice(0, countsMax);
    for (const count of all) waiting.delete(count);
    const current = all.filter(({ endsAt }) => endsAt > now);
    const sent = current.map(({ id, endsAt, unshared }) => ({ id, endsAt, used: unshared }));
    try {
      const sums = await rateCounts.add(db, sent);
      for (const [index, count] of current.entries()) count.unshared -= sent[index]?.used ?? 0;
      updateCounts(current, sums);
    } catch {
      // The counts are sent the next time. `/readyz` and the log report the failure of the database.
      for (const count of current) waiting.add(count);
      return false;
    }
    await purgeOld(now);
    return true;
  }
  async function purgeOld(now: number) {
    if (now - purgedAt <= keptMs) return;
    purgedAt = now;
    await rateCounts.purge(db, new Date(now - keptMs)).catch(() => undefined);
  }
  return {
    share,
    shareNow(count) {
      waiting.add(count);
      return begin();
    },
    /** Call this when no more requests are counted. */
    async close() {
      clearTimeout(timer);
      await underWay;
      // An exchange under way may have scheduled the next one.
      clearTimeout(timer);
    },
  };
}

function updateCounts(current: Count[], sums: rateCounts.RateCount[]) {
  const used = new Map(sums.map((sum) => [`${sum.endsAt} ${sum.id}`, sum.used]));
  for (const count of current) count.used = (used.get(`${count.endsAt} ${count.id}`) ?? 0) + count.unshared;
}
