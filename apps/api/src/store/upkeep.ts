import { type Database, purgeExpired } from '@plant-store/db';

/** Delays the first run, as requests may already wait for the store at the start. */
const firstMs = 60_000;
const everyMs = 60 * 60 * 1000;

/**
 * Runs the store's upkeep every hour: it deletes expired trash and expired records.
 * @param warn called with the error after a failure; the next run tries again
 * @returns a function that ends the upkeep after the deletion in progress, within a moment
 */
export function startUpkeep(db: Database, warn: (cause: unknown) => void): () => Promise<void> {
  let underWay = Promise.resolve();
  const ending = new AbortController();
  const run = () => {
    underWay = purgeExpired(db, ending.signal).catch(warn);
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
