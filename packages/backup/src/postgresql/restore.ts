import { type Address, type OnProgress, StartError } from '@plant-store/engine';
import {
  describe,
  prepareDatabase,
  serverFaultKind,
  transactOn,
  withClient,
  withDatabase,
} from '@plant-store/engine/postgresql/connection';
import type { ProveBackup, RestoreResult } from '../backup/backup-engine.ts';
import { restoreEvent } from '../backup/backup-record.ts';
import { fingerprintOf, isDifferentFile } from '../backup/fingerprint.ts';
import type { StoreParts } from '../backup/store-parts.ts';
import { restoreInto } from './proof.ts';
import { databaseReplacement } from './replaced-database.ts';
import { schemaReplacement } from './replaced-schema.ts';
import { withScratchDatabase } from './scratch-database.ts';

/** Replaces the schema that an address names, as other stores may be beside it; else the whole database. */
export async function restorePostgresql(
  address: Address,
  { tables, preparation, record: steps }: StoreParts,
  proven: ProveBackup,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  const isWhole = address.given.schema === undefined || !(await exists(address));
  // A database cannot be renamed on its own connection.
  return withClient(isWhole ? withDatabase(address, 'postgres') : address, async (client) => {
    const replacement = isWhole
      ? databaseReplacement(client, address)
      : schemaReplacement(client, address, tables, onProgress);
    // A store in use is reported before the long work.
    await replacement.assertReplaceable();
    let movedTo: string | undefined;
    const record = await proven(async (backup, expected) => {
      const fingerprint = await fingerprintOf(backup, 'reading it', onProgress);
      if (isDifferentFile(fingerprint, expected)) return fingerprint;
      let problem: string | undefined;
      const fill = async (name: string) => {
        const restored = await restoreInto(withDatabase(address, name), backup, expected.tables, onProgress);
        problem = restored.problem;
        if (problem) return;
        // The backup may be older than the audit log. Its entry is written before the swap, so that a kill loses none.
        await prepareDatabase(restored.place, preparation, { onProgress });
        await withClient(restored.place, (own) =>
          transactOn(own, () => steps('postgresql', restoreEvent(expected))).catch(refuseTampered),
        );
        await replacement.stage(restored.place);
      };
      await withScratchDatabase(client, address, fill, async (name) => {
        if (!problem) movedTo = await replacement.swap(name);
      }).catch(async (cause) => {
        await replacement.clear().catch(() => undefined);
        throw cause;
      });
      return { ...fingerprint, problem };
    });
    return { record, place: describe(address), ...(movedTo ? { movedTo } : {}) };
  });
}

/** Whether the database exists. @throws StartError when the server refuses the connection for another reason */
const exists = (address: Address): Promise<boolean> =>
  withClient(address, async () => true).catch((cause) => {
    if (serverFaultKind(cause.cause) === 'no database') return false;
    throw cause;
  });

function refuseTampered(cause: unknown): never {
  if (serverFaultKind(cause) !== 'taken') throw cause;
  throw new StartError(
    'Another program has written to the audit log of the backup, so it cannot continue; "npm run backup -- list" lists the others. Nothing was changed.',
    { cause },
  );
}
