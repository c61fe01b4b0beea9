import { statSync } from 'node:fs';
import type { Client } from 'pg';
import type { BackupEngine, Snapshot } from '../../backup/backup-engine.ts';
import { contentOf } from '../../backup/content.ts';
import { StartError } from '../../core/start-error.ts';
import { databaseOf, describeUrl } from '../connection/address.ts';
import { withClient } from '../connection/client.ts';
import { postgresqlContent } from './content.ts';
import { restoreAndCompare } from './proof.ts';
import { restorePostgresql } from './restore.ts';
import { serverVersion } from './scratch-database.ts';
import { findTool, runTool } from './tools.ts';

/** Backups of the store in the PostgreSQL database at `url`. */
export const postgresqlBackupEngine = (url: string): BackupEngine => ({
  name: 'postgresql',
  store: describeUrl(url),
  prefix: databaseOf(url).replaceAll(/[^\w-]/g, '_'),
  extension: 'dump',
  withSnapshot: (use) => withClient(url, async (client) => use(await snapshotOf(client, url))),
  prove: (backup, expected, _scratch, onProgress) => restoreAndCompare(url, backup, expected, onProgress),
  restore: (proven, onProgress) => restorePostgresql(url, proven, onProgress),
});

/** Opens a transaction whose snapshot pg_dump shares, so that the hashes and the dump have the same content. */
async function snapshotOf(client: Client, url: string): Promise<Snapshot> {
  const version = await serverVersion(client);
  const tool = findTool('pg_dump', version);
  findTool('pg_restore', version);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query(
    `SELECT pg_export_snapshot() AS "snapshot", pg_database_size(current_database()) AS "bytes",
       to_regclass('_prisma_migrations') AS "ours"`,
  );
  const { snapshot, bytes, ours } = rows[0];
  if (!ours) throw new StartError(`${describeUrl(url)} has no plant store yet; "npm start" creates one.`);
  return {
    takenAt: new Date(),
    requiredBytes: Number(bytes),
    copyTo: (path, onProgress) =>
      runTool(tool, url, ['--format=custom', `--snapshot=${snapshot}`, `--file=${path}`], () =>
        onProgress({ doing: 'copying', done: statSync(path).size, total: Number(bytes), unit: 'bytes' }),
      ),
    content: async (onProgress) => {
      const content = await contentOf(postgresqlContent(client), 'reading the store', onProgress);
      await client.query('COMMIT');
      return content;
    },
  };
}
