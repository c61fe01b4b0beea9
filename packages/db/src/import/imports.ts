import type { ReadOptions } from '@plant-store/plant-files';
import type { Duplicates } from '@plant-store/schema';
import { askedBy, type By, replayed } from '../catalogue/once.ts';
import type { Database } from '../database.ts';
import { currentTime } from '../engine/stamp.ts';
import type { Wanted } from '../thread/named-unit.ts';
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
  /** Ids from here on are meant for new plants: a row fails where a plant has one, whatever `duplicates` says. */
  newIdsFrom?: bigint | undefined;
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
  { bytes, read, duplicates, newIdsFrom, isDryRun, file }: NewImport,
  by: By = {},
  wanted: Wanted = {},
): Promise<Imported> {
  const input = { read, duplicates, newIdsFrom, isDryRun, file, asked: askedBy(by) };
  return replayed(by, await db.importFile(bytes, input, wanted));
}

/** Forgets files that have been kept for long enough, up to `limit` pieces of them. Returns how many. */
export async function forget(db: Database, limit: number): Promise<number> {
  const last = (await currentTime(db)) - keptFor;
  // First, so that what is left of a file is no file any more.
  await db.prisma.import.deleteMany({ where: { id: { lte: last } } });
  return (await db.prisma.importPiece.deleteMany({ where: { importId: { lte: last } }, limit })).count;
}
