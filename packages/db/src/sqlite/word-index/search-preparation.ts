import { setImmediate as turn } from 'node:timers/promises';
import { foldedOf } from '@plant-store/schema/fold';
import SqliteConnection, { type Database } from 'better-sqlite3';
import type { OnProgress } from '../../core/progress.ts';
import { runSteps } from '../../core/sql.ts';
import { forever } from '../../core/timestamp.ts';
import { isLocked, lockTimeoutMs } from '../../files/fault.ts';
import { preparer } from '../connection/prepared-statements.ts';
import { beneathSeal } from '../file/seal.ts';
import { countRecent } from '../search/candidates.ts';
import { hasManyParts, joinedPages, joinWords, learnWords, wordsPiece } from './word-index.ts';

const foldedPiece = 2_000;

/**
 * Prepares the plants of an older version, or of another program, for the search, in transactions of their own: a start
 * after a stop goes on, and processes that start together share the work.
 */
export async function prepareSearch(path: string, onProgress: OnProgress): Promise<void> {
  const connection = new SqliteConnection(path, { timeout: lockTimeoutMs, fileMustExist: true });
  try {
    await foldAll(connection, onProgress);
    await learnAll(connection, onProgress);
    // The next start can do this as well.
    connection.pragma('busy_timeout = 0');
    await joinAll(connection, onProgress).catch((cause: unknown) => {
      if (!isLocked(cause)) throw cause;
    });
  } finally {
    connection.close();
  }
}

async function foldAll(connection: Database, onProgress: OnProgress) {
  const total = connection.prepare<[], number>(`SELECT count(*) FROM "plants" WHERE "folded" = ''`).pluck();
  const next = connection.prepare<[], { id: bigint; name: string; tag: string | null }>(
    `SELECT "id", "name", "tag" FROM "plants" WHERE "folded" = '' LIMIT ${foldedPiece}`,
  );
  const set = connection.prepare('UPDATE "plants" SET "folded" = ? WHERE "id" = ?');
  next.safeIntegers();
  const piece = () => {
    const plants = next.all();
    for (const plant of plants) set.run(foldedOf(plant), plant.id);
    return plants.length;
  };
  await inPieces(
    'preparing plants for search',
    total.get() ?? 0,
    () => beneath(connection, piece),
    onProgress,
  );
}

/** A few plants are learned with the next writes. */
async function learnAll(connection: Database, onProgress: OnProgress) {
  const run = preparer(connection);
  const total = Number(runSteps(countRecent(forever), run));
  const piece = () => (beneath(connection, () => runSteps(learnWords(), run)) ? wordsPiece : 0);
  if (total >= wordsPiece) await inPieces('indexing words for search', total, piece, onProgress);
}

/** One part is searched faster than many. */
async function joinAll(connection: Database, onProgress: OnProgress) {
  const run = preparer(connection);
  // The lock is taken only to write.
  if (!runSteps(hasManyParts(), run)) return;
  const join = (isBegun: boolean) => beneath(connection, () => runSteps(joinWords(isBegun), run));
  if (!join(false)) return;
  const total = connection.prepare<[], number>('SELECT count(*) FROM "plant_words_data"').pluck();
  const piece = () => (join(true) ? joinedPages : 0);
  await inPieces('merging the word index', total.get() ?? 0, piece, onProgress);
}

/** Works in pieces until one finds nothing to do. */
async function inPieces(doing: string, total: number, piece: () => number, onProgress: OnProgress) {
  for (let done = 0, count = 1; total > 0 && count > 0; done += count) {
    onProgress({ doing, done, total: Math.max(total, done), unit: 'rows' });
    count = piece();
    // A signal may have come.
    await turn();
  }
}

/** A sealed store is still read and searched. */
const beneath = <Result>(connection: Database, work: () => Result): Result =>
  connection.transaction(() => beneathSeal(connection, work)).immediate();
