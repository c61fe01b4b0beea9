import { StartError, startErrorOf } from '@plant-store/engine';
import { placeOf, serverStartError } from '@plant-store/engine/postgresql/connection';
import type { Seal } from '@plant-store/engine/sqlite/file';
import type { TableContent } from '../backup/content.ts';
import type { StoreEvent, StoreParts } from '../backup/store-parts.ts';
import { copyStore, type PromotionOptions } from './move.ts';
import { type Source, withSource } from './source.ts';
import { targetOf } from './target.ts';

export type PromotionResult = { to: string; tables: TableContent[] };

/**
 * Moves the SQLite store at `path` to the empty PostgreSQL database at `url`. Meanwhile servers only read. When this
 * resolves, all is on that server's disk, and the file is sealed for good.
 * @throws StartError without the password, also for an aborted `signal`: the target is empty, the store accepts writes
 */
export async function promote(
  parts: StoreParts,
  path: string,
  url: string,
  options: PromotionOptions,
): Promise<PromotionResult> {
  const address = targetOf(url);
  const to = placeOf(address);
  return withSource(path, parts, async (source) => {
    if (source.seal()?.state === 'moved')
      throw new StartError(
        `The store at ${path} has already moved to ${source.seal()?.to}; set DATABASE_URL to that database and restart.`,
      );
    try {
      const tables = await copyStore(parts, source, address, to, options);
      source.setSeal({ state: 'moved', to });
      return { to, tables };
    } catch (cause) {
      throw new StartError(
        `${options.signal.aborted ? 'Stopped.' : reasonOf(cause, path, to)} ${reopen(source)}`,
        {
          cause,
        },
      );
    }
  });
}

/**
 * Unseals the store of a killed promotion; false if it has no seal. @param isGoingBack also after the move; later
 * changes there do not come back @throws StartError when the store has moved, or a promotion is running
 */
export async function cancelPromotion(
  parts: StoreParts,
  path: string,
  { isGoingBack }: { isGoingBack: boolean },
): Promise<boolean> {
  return withSource(path, parts, async (source) => {
    const seal = source.seal();
    if (seal?.state === 'moved' && !isGoingBack)
      throw new StartError(
        `The store at ${path} has moved to ${seal.to}, and this file lacks all changes made there since. ` +
          'To use this file anyway, stop the servers of that database and run "npm run promote -- --go-back".',
      );
    source.setSeal(undefined, seal && reopeningEvent(seal));
    return seal !== undefined;
  });
}

const reopeningEvent = ({ state, to }: Seal): StoreEvent => ({
  action: state === 'moved' ? 'store.goBack' : 'store.cancelPromotion',
  subject: to,
});

function reasonOf(cause: unknown, path: string, to: string): string {
  const known = startErrorOf(serverStartError(cause, `Copying to ${to} failed`), path) as Error;
  return known instanceof StartError ? known.message : `This failed for an unknown reason: ${known.message}.`;
}

function reopen(source: Source): string {
  try {
    source.setSeal(undefined);
    return 'Nothing was switched, and the store is writable as before.';
  } catch {
    return 'Nothing was switched, but the store is still read-only: once its disk works, run "npm run promote -- --cancel".';
  }
}
