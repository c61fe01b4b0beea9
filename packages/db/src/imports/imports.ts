import type { ReadOptions } from '@plant-store/plant-files';
import type { Duplicates } from '@plant-store/schema';
import type { WorkOptions } from '../core/named-unit.ts';
import { currentTime } from '../core/timestamp.ts';
import type { Database } from '../database/database.ts';
import type { ImportResult } from '../database/plant-import.ts';
import { type Requester, reportReplay, requestOf } from '../idempotency/idempotency.ts';
import { fileRetention } from './kept-file.ts';

export type { ImportResult } from '../database/plant-import.ts';
export { type AnnotatedFile, annotated } from './annotated-file.ts';

export type NewImport = {
  /** The bytes of the file. They are read as fast as the rows are checked. */
  bytes: AsyncIterable<Uint8Array>;
  read: ReadOptions;
  duplicates: Duplicates;
  /** For ids from this one on, a row fails if a plant has its id, whatever the value of `duplicates`. */
  newIdsFrom?: bigint | undefined;
  /** A dry run stores no plants, and reports the outcome. */
  isDryRun: boolean;
  file?: string | undefined;
};

/**
 * Imports the valid rows of a file in one transaction, with a receipt, and reports the invalid rows. The file is kept
 * for a week.
 * @param by its `once.hash` covers the request without the file
 * @throws StoreError `unreadableFile`; nothing is stored then
 */
export async function run(
  db: Database,
  { bytes, read, duplicates, newIdsFrom, isDryRun, file }: NewImport,
  by: Requester = {},
  options: WorkOptions = {},
): Promise<ImportResult> {
  const input = { read, duplicates, newIdsFrom, isDryRun, file, request: requestOf(by) };
  return reportReplay(by, await db.importFile(bytes, input, options));
}

/** Deletes expired files, up to `limit` pieces; gives their number. */
export async function purge(db: Database, limit: number): Promise<number> {
  const last = (await currentTime(db)) - fileRetention;
  // The import is deleted before its pieces, so that an incomplete file is never served.
  await db.prisma.import.deleteMany({ where: { id: { lte: last } } });
  return (await db.prisma.importPiece.deleteMany({ where: { importId: { lte: last } }, limit })).count;
}
