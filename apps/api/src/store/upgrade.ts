import { type Database, respellTags } from '@plant-store/db';

/**
 * Resolves after the first piece: most stores have no second one, so they are complete before the first request.
 * `warn` is told a failure; the next start goes on. @returns a function that ends it after the piece in progress
 */
export async function startUpgrade(
  db: Database,
  warn: (cause: unknown) => void,
): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const first = respellTags(db, { pieces: 1 });
  const all = first.then(() => respellTags(db, { signal: ending.signal })).catch(warn);
  await first.catch(() => undefined);
  return () => {
    ending.abort();
    return all;
  };
}
