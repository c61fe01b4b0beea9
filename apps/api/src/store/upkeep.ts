import { type Database, purgeExpired } from '@plant-store/db';

/** Delays the first run, as requests may already wait for the store at the start. */
const firstMs = 60_000;
const everyMs = 60 * 60 * 1000;

/** Deletes what has expired, every hour; `warn` is told a failure. @returns a function that ends it within a moment */
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
