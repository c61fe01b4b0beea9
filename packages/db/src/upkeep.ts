import { forget as forgetNetworks } from './access/known-networks.ts';
import { forget } from './catalogue/once.ts';
import { purge } from './catalogue/trash.ts';
import type { Database } from './database.ts';
import { forget as forgetFiles } from './import/imports.ts';

/** How much is deleted in one go: what that takes is a moment for everybody else. */
const pieceMax = 200;
/** Of some 100 kB each. */
const filePiecesMax = 10;

/**
 * Deletes what is kept for a while only, once that is over: plants in the trash, answers to requests that may come
 * again, imported files, and networks from which people signed in. Any number of processes may do so at the same time.
 * @param signal ends it after the piece that is under way; the next time goes on from there
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
