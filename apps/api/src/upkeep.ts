import { type Database, tidy } from '@plant-store/db';

/** Not amid a start, when others wait for the store. */
const firstMs = 60_000;
const everyMs = 60 * 60 * 1000;

/**
 * Has the store tidied every hour: what was in the trash for long enough goes, and what nobody asks for again.
 * @param warn is told why that failed; the next time it is tried again
 * @returns what ends it: what is under way stops after its present piece, a moment's work
 */
export function startUpkeep(db: Database, warn: (cause: unknown) => void): () => Promise<void> {
  let underWay = Promise.resolve();
  const ending = new AbortController();
  const run = () => {
    underWay = tidy(db, ending.signal).catch(warn);
  };
  const first = setTimeout(run, firstMs).unref();
  const hourly = setInterval(run, everyMs).unref();
  return () => {
    ending.abort();
    clearTimeout(first);
    clearInterval(hourly);
    return underWay;
  };
}
