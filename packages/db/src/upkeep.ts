import { forget as forgetNetworks } from './access/known-networks.ts';
import { forget } from './catalogue/once.ts';
import { purge } from './catalogue/trash.ts';
import type { Database } from './database.ts';
import { forget as forgetFiles } from './import/imports.ts';

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
