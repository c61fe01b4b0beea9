import { setImmediate as turn } from 'node:timers/promises';
import { forever, isLocked, lockTimeoutMs, type OnProgress, runSteps } from '@plant-store/engine';
import { createStatementRunner, withoutSeal, withSqlite } from '@plant-store/engine/sqlite/file';
import { foldedOf } from '@plant-store/schema/fold';
import type { Database } from 'better-sqlite3';
import { countUnindexed } from '../search/candidates.ts';
import {
  hasManySegments,
  indexBatch,
  indexChangedPlants,
  mergedPagesMax,
  mergeSegments,
} from './word-index.ts';

const foldBatch = 2_000;

/** A start continues where the last one stopped, and processes that start together share the work. */
export const prepareWordIndex = (path: string, onProgress: OnProgress): Promise<void> =>
  withSqlite(path, { timeout: lockTimeoutMs, fileMustExist: true }, async (connection) => {
    await foldPlants(connection, onProgress);
    await indexPlants(connection, onProgress);
    // The next start can also do the work, so this does not wait for locks.
    connection.pragma('busy_timeout = 0');
    await mergeAllSegments(connection, onProgress).catch((cause: unknown) => {
      if (!isLocked(cause)) throw cause;
    });
  });

async function foldPlants(connection: Database, onProgress: OnProgress) {
  const total = connection.prepare<[], number>(`SELECT count(*) FROM "plants" WHERE "folded" = ''`).pluck();
  const next = connection.prepare<[], { id: bigint; name: string; tag: string | null }>(
    `SELECT "id", "name", "tag" FROM "plants" WHERE "folded" = '' LIMIT ${foldBatch}`,
  );
  const set = connection.prepare('UPDATE "plants" SET "folded" = ? WHERE "id" = ?');
  next.safeIntegers();
  const batch = () => {
    const plants = next.all();
    for (const plant of plants) set.run(foldedOf(plant), plant.id);
    return plants.length;
  };
  await inBatches(
    'preparing plants for search',
    total.get() ?? 0,
    () => inTransaction(connection, batch),
    onProgress,
  );
}

/** Indexes the plants if they are many; the next writes index a few. */
async function indexPlants(connection: Database, onProgress: OnProgress) {
  const run = createStatementRunner(connection);
  const total = Number(runSteps(countUnindexed(forever), run));
  const batch = () => (inTransaction(connection, () => runSteps(indexChangedPlants(), run)) ? indexBatch : 0);
  if (total >= indexBatch) await inBatches('indexing words for search', total, batch, onProgress);
}

/** Merges all segments, as one segment is searched faster than many. */
async function mergeAllSegments(connection: Database, onProgress: OnProgress) {
  const run = createStatementRunner(connection);
  // Only a merge needs the lock.
  if (!runSteps(hasManySegments(), run)) return;
  const mergeBatch = (isBegun: boolean) =>
    inTransaction(connection, () => runSteps(mergeSegments(isBegun), run));
  if (!mergeBatch(false)) return;
  const total = connection.prepare<[], number>('SELECT count(*) FROM "plant_words_data"').pluck();
  const batch = () => (mergeBatch(true) ? mergedPagesMax : 0);
  await inBatches('merging the word index', total.get() ?? 0, batch, onProgress);
}

async function inBatches(doing: string, total: number, batch: () => number, onProgress: OnProgress) {
  for (let done = 0, count = 1; total > 0 && count > 0; done += count) {
    onProgress({ doing, done, total: Math.max(total, done), unit: 'rows' });
    count = batch();
    await turn();
  }
}

/** Runs `work` in a transaction without the seal, as a sealed store can still be read and searched. */
const inTransaction = <Result>(connection: Database, work: () => Result): Result =>
  connection.transaction(() => withoutSeal(connection, work)).immediate();
