import type { ExpectedBackup } from '../../backup/backup-engine.ts';
import { contentOf, differenceOf, type TableContent } from '../../backup/content.ts';
import { type Fingerprint, fingerprintOf, isDifferentFile } from '../../backup/fingerprint.ts';
import type { OnProgress } from '../../core/progress.ts';
import { withDatabase } from '../connection/address.ts';
import { withClient } from '../connection/client.ts';
import { postgresqlContent } from './content.ts';
import { serverVersion, withScratchDatabase } from './scratch-database.ts';
import { findTool, runTool } from './tools.ts';

/**
 * Restores a backup into a new database that is dropped afterwards, and compares the content.
 * @returns the fingerprint of the backup, and its problem, if there is one
 */
export async function restoreAndCompare(
  url: string,
  backup: string,
  expected: ExpectedBackup,
  onProgress: OnProgress,
): Promise<Fingerprint & { problem?: string }> {
  const fingerprint = await fingerprintOf(backup, 'reading it', onProgress);
  if (isDifferentFile(fingerprint, expected)) return fingerprint;
  const problem = await withClient(url, (client) =>
    withScratchDatabase(client, url, (name) =>
      restoreInto(withDatabase(url, name), backup, expected.tables, onProgress),
    ),
  );
  return { ...fingerprint, ...(problem ? { problem } : {}) };
}

/** Restores a backup into an empty database, and compares the content. Gives the fault, if it finds one. */
export async function restoreInto(
  url: string,
  backup: string,
  expected: TableContent[],
  onProgress: OnProgress,
): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const tool = findTool('pg_restore', await serverVersion(client));
    const options = ['--no-owner', '--no-privileges', '--exit-on-error', backup];
    await runTool(tool, url, options, () =>
      onProgress({ doing: 'restoring the backup for comparison', done: 0, total: 0, unit: 'rows' }),
    );
    await client.query('BEGIN');
    return differenceOf(
      await contentOf(postgresqlContent(client), 'comparing', onProgress, expected),
      expected,
    );
  });
}
