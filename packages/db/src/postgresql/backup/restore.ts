import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ProveBackup, RestoreResult } from '../../backup/backup-engine.ts';
import { timestampName } from '../../backup/backup-folder.ts';
import { restoreEvent } from '../../backup/backup-record.ts';
import { fingerprintOf, isDifferentFile } from '../../backup/fingerprint.ts';
import type { OnProgress } from '../../core/progress.ts';
import { StartError } from '../../core/start-error.ts';
import { databaseOf, describeUrl, withDatabase } from '../connection/address.ts';
import { recordAndChain } from '../connection/audit-entry.ts';
import { withClient } from '../connection/client.ts';
import { serverFaultKind } from '../connection/fault.ts';
import { prepareDatabase } from '../schema/preparation.ts';
import { restoreInto } from './proof.ts';
import { withScratchDatabase } from './scratch-database.ts';

/** The time to wait for a command that is ending. */
const waitTimeoutMs = 1_000;

/** PostgreSQL cuts longer names. */
const nameMaxBytes = 63;

/** Replaces the database at `url` by a backup; see `restore`. */
export async function restorePostgresql(
  url: string,
  proven: ProveBackup,
  onProgress: OnProgress,
): Promise<RestoreResult> {
  let movedTo: string | undefined;
  // A database cannot be renamed on its own connection.
  return withClient(withDatabase(url, 'postgres'), async (client) => {
    // A store in use is reported before the long work.
    await assertUnused(client, url);
    const record = await proven(async (backup, expected) => {
      const fingerprint = await fingerprintOf(backup, 'reading it', onProgress);
      if (isDifferentFile(fingerprint, expected)) return fingerprint;
      let problem: string | undefined;
      const fill = async (name: string) => {
        const draft = withDatabase(url, name);
        problem = await restoreInto(draft, backup, expected.tables, onProgress);
        if (problem) return;
        // The backup may be older than the audit log. The audit entry is written before the swap, so that a kill loses
        // none.
        await prepareDatabase(draft, { onProgress });
        await withClient(draft, (own) => recordAndChain(own, restoreEvent(expected)).catch(refuseTampered));
      };
      await withScratchDatabase(client, url, fill, async (name) => {
        if (!problem) movedTo = await swap(client, name, url);
      });
      return { ...fingerprint, ...(problem ? { problem } : {}) };
    });
    return { record, place: describeUrl(url), ...(movedTo ? { movedTo } : {}) };
  });
}

/** Reports an entry of another program, which has used the next number. */
function refuseTampered(cause: unknown): never {
  if (serverFaultKind(cause) !== 'taken') throw cause;
  throw new StartError(
    'Another program has written to the audit log of the backup, so it cannot continue; "npm run backup -- list" lists the others. Nothing was changed.',
    { cause },
  );
}

/** Asserts that there is no connection. It waits briefly, as the server drops a closed connection later. */
async function assertUnused(client: Client, url: string) {
  const deadline = performance.now() + waitTimeoutMs;
  for (;;) {
    const text = 'SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1';
    const { rowCount } = await client.query(text, [databaseOf(url)]);
    if (!rowCount) return;
    if (performance.now() > deadline) throw inUse(url);
    await wait(50);
  }
}

/**
 * Renames the database of the store, and gives its name to the database `name`, in one transaction. Returns the new
 * name of the store.
 */
async function swap(client: Client, name: string, url: string): Promise<string | undefined> {
  const target = databaseOf(url);
  const suffix = `_before_restore_${timestampName(new Date()).replaceAll('-', '_')}`;
  const aside = `${target.slice(0, nameMaxBytes - suffix.length)}${suffix}`;
  const { rowCount: isThere } = await client.query('SELECT FROM pg_database WHERE datname = $1', [target]);
  try {
    await client.query('BEGIN');
    // The server refuses this during any connection.
    if (isThere) await client.query(`ALTER DATABASE ${quoted(target)} RENAME TO ${quoted(aside)}`);
    await client.query(`ALTER DATABASE ${quoted(name)} RENAME TO ${quoted(target)}`);
    await client.query('COMMIT');
    return isThere ? aside : undefined;
  } catch (cause) {
    await client.query('ROLLBACK');
    throw (cause as { code?: unknown }).code === '55006' ? inUse(url, cause) : cause;
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const inUse = (url: string, cause?: unknown) =>
  new StartError(
    `The store in ${describeUrl(url)} is in use: stop the programs that use it (npm start, or another command), then restore. Nothing was changed.`,
    { cause },
  );
