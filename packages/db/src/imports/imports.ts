import { currentTime, type WorkOptions } from '@plant-store/engine';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator } from '../handle/idempotent-request.ts';
import type { ImportInput, ImportResult } from '../handle/plant-import.ts';
import { reportReplay, requestOf } from '../idempotency/idempotency.ts';
import { fileRetention } from './kept-file.ts';

export type { ImportResult } from '../handle/plant-import.ts';
export { type AnnotatedFile, annotated } from './annotated-file.ts';

export type NewImport = Omit<ImportInput, 'file' | 'request'> & {
  /** The bytes of the file. They are read as fast as the rows are checked. */
  bytes: AsyncIterable<Uint8Array>;
  file?: string | undefined;
};

/**
 * Imports the valid rows in one transaction, with a receipt. The file is kept for a week.
 * @param by its `idempotencyKey.hash` covers the request without the file
 * @throws StoreError `unreadableFile`; nothing is stored then
 */
export async function run(
  db: Database,
  { bytes, file, ...wanted }: NewImport,
  by: IdempotentInitiator = {},
  options: WorkOptions = {},
): Promise<ImportResult> {
  const input = { ...wanted, file, request: requestOf(by) };
  return reportReplay(by, await db.importFile(bytes, input, options));
}

export async function purge(db: Database, limit: number): Promise<number> {
  const last = (await currentTime(db)) - fileRetention;
  // The import is deleted before its pieces, so that an incomplete file is never served.
  await db.prisma.import.deleteMany({ where: { id: { lte: last } } });
  return (await db.prisma.importPiece.deleteMany({ where: { importId: { lte: last } }, limit })).count;
}
