import { type Database, tidy } from '@plant-store/db';

/** Not amid a start, when others wait for the store. */
const firstMs = 60_000;
const everyMs = 60 * 60 * 1000;

/**
 * Has the store tidied every hour: what was in the trash for long enough goes, and what nobody asks for again.
 * @param warn is told why that failed; the next time it is tried again
 * @returns what ends it, once what is under way is done
 */
export function startUpkeep(db: Database, warn: (cause: unknown) => void): () => Promise<void> {
  let underWay = Promise.resolve();
  const run = () => {
    underWay = tidy(db).catch(warn);
  };
  const first = setTimeout(run, firstMs).unref();
  const hourly = setInterval(run, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(hourly);
    return underWay;
  };
}
