import { forget as forgetNetworks } from './accounts/known-networks.ts';
import type { Database } from './database/database.ts';
import { forget } from './idempotency/idempotency.ts';
import { forget as forgetFiles } from './imports/imports.ts';
import { purge } from './plants/trash.ts';

/** Rows deleted at a time; others write in between. */
const pieceMax = 200;
/** Pieces of files, of 100 kB each. */
const filePiecesMax = 10;

/**
 * Deletes expired data: trash, idempotency keys, imported files, known networks. Several processes may run it.
 * @param signal ends it after the current piece
 */
export async function tidy(db: Database, signal?: AbortSignal): Promise<void> {
  for (const [remove, most] of pieces) while (!signal?.aborted && (await remove(db, most)) === most);
}

const pieces = [
  [purge, pieceMax],
  [forget, pieceMax],
  [forgetFiles, filePiecesMax],
  [forgetNetworks, pieceMax],
] as const;
