import type { ReadOptions } from '@plant-store/plant-files';
import type { Duplicates } from '@plant-store/schema';
import type { By } from '../catalogue/once.ts';
import type { Database } from '../database.ts';
import { now } from '../engine/stamp.ts';
import { sql } from '../engine/statement.ts';
import { ask } from '../engine/unit.ts';
import type { Wanted } from '../thread/long-work.ts';
import type { Imported } from './imported.ts';
import { keptFor } from './kept-file.ts';

export { type AnnotatedFile, annotated } from './annotated.ts';
export type { Imported } from './imported.ts';

/** A file, and what is to be done with it. */
export type NewImport = {
  /** Its bytes, which are asked for no faster than they are read. */
  bytes: AsyncIterable<Uint8Array>;
  read: ReadOptions;
  duplicates: Duplicates;
  /** Whether nothing is to be stored of the plants in it, and only said what would be. */
  isDryRun: boolean;
  /** Its name. */
  file?: string | undefined;
};

/**
 * Imports a file: the rows that are acceptable, all in one transaction, with a receipt, those that are not are told.
 * Whatever ends it before, nothing of it is stored. The file is kept for a week, with what came of each row.
 * @param by its `once.hash` is that of the request without the file, which is added to it
 * @throws StoreError `unreadableFile`
 */
export async function run(
  db: Database,
  { bytes, read, duplicates, isDryRun, file }: NewImport,
  { actorId, once }: By = {},
  wanted: Wanted = {},
): Promise<Omit<Imported, 'isReplay'>> {
  const request = once && { key: once.key, hash: once.hash };
  const input = { read, duplicates, isDryRun, file, actorId, once: request };
  const { isReplay, ...imported } = await db.importFile(bytes, input, wanted);
  if (isReplay) once?.onReplay();
  return imported;
}

/** Forgets up to `limit` pieces of files that have been kept for long enough. Returns how many. */
export const forget = (db: Database, limit: number): Promise<number> =>
  db.transact(function* () {
    const last = (yield* now(db.engine)) - keptFor;
    const pieces = yield* ask(sql`
      DELETE FROM "import_pieces" WHERE ("import_id", "kind", "number") IN (
        SELECT "import_id", "kind", "number" FROM "import_pieces" WHERE "import_id" <= ${last}
        ORDER BY "import_id" LIMIT ${BigInt(limit)}) RETURNING 1`);
    if (pieces.length < limit) yield sql`DELETE FROM "imports" WHERE "id" <= ${last}`;
    return pieces.length;
  });
