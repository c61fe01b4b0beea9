import * as knownNetworks from './accounts/known-networks.ts';
import type { Database } from './handle/database.ts';
import * as idempotency from './idempotency/idempotency.ts';
import * as imports from './imports/imports.ts';
import * as trash from './plants/trash.ts';

/** The number of rows per deletion; other writes run between two deletions. */
const batchMax = 200;
/** The number of file pieces per deletion, of 100 kB each. */
const filePiecesMax = 10;

/** Deletes expired trash, keys, files and networks, also in several processes. @param signal ends it after a batch */
export async function purgeExpired(db: Database, signal?: AbortSignal): Promise<void> {
  for (const [purge, limit] of purges) while (!signal?.aborted && (await purge(db, limit)) === limit);
}

const purges = [
  [trash.purge, batchMax],
  [idempotency.purge, batchMax],
  [imports.purge, filePiecesMax],
  [knownNetworks.purge, batchMax],
] as const;
