import { spawnSync } from 'node:child_process';
import { type Address, type OnProgress, StartError } from '@plant-store/engine';
import { quoted, withClient, withDatabase } from '@plant-store/engine/postgresql/connection';
import type { ExpectedBackup } from '../backup/backup-engine.ts';
import { contentOf, differenceOf, type TableContent } from '../backup/content.ts';
import { fingerprintOf, isDifferentFile, type Proof } from '../backup/fingerprint.ts';
import { postgresqlContent } from './content.ts';
import { serverVersion, withScratchDatabase } from './scratch-database.ts';
import { restoreOptions, runTool } from './tool-runs.ts';
import { findTool } from './tools.ts';

/** Restores a backup into a scratch database, compares it, and gives its fingerprint, and its problem if any. */
export async function restoreAndCompare(
  address: Address,
  backup: string,
  expected: ExpectedBackup,
  onProgress: OnProgress,
): Promise<Proof> {
  const fingerprint = await fingerprintOf(backup, 'reading it', onProgress);
  if (isDifferentFile(fingerprint, expected)) return fingerprint;
  const { problem } = await withClient(address, (client) =>
    withScratchDatabase(client, address, (name) =>
      restoreInto(withDatabase(address, name), backup, expected.tables, onProgress),
    ),
  );
  return { ...fingerprint, problem };
}

export async function restoreInto(
  address: Address,
  backup: string,
  expected: TableContent[],
  onProgress: OnProgress,
): Promise<{ place: Address; problem: string | undefined }> {
  return withClient(address, async (client) => {
    const tool = findTool('pg_restore', await serverVersion(client));
    const { rows } = await client.query<{ current: string | null }>('SELECT current_schema() AS "current"');
    const schema = schemaOfBackup(tool, backup, address.given.schema ?? rows[0]?.current ?? undefined);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
    // This leaves out a definition of the schema itself, as "public" always exists.
    await runTool(tool, address, [...restoreOptions, `--schema=${schema}`, backup], () =>
      onProgress({ doing: 'restoring the backup for comparison', done: 0, total: 0, unit: 'rows' }),
    );
    await client.query(`SET search_path = ${quoted(schema)}`);
    await client.query('BEGIN');
    const found = await contentOf(postgresqlContent(client), expected, 'comparing', onProgress);
    const problem = differenceOf(found, expected);
    return { place: withDatabase(address, address.database, schema), problem };
  });
}

/** Older backups hold all schemas of their database. @param wanted one of several @throws StartError if none fits */
function schemaOfBackup(tool: string, backup: string, wanted: string | undefined): string {
  const { stdout, stderr } = spawnSync(tool, ['--list', backup], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  // A line of the list: 3342; 0 16386 TABLE DATA public _prisma_migrations owner.
  const lines = (stdout ?? '').matchAll(/^\d+; \d+ \d+ TABLE DATA (.+) _prisma_migrations /gm);
  const schemas = [...lines].map(([, name = '']) => name);
  const [first, ...others] = schemas;
  if (wanted !== undefined && schemas.includes(wanted)) return wanted;
  if (first !== undefined && others.length === 0) return first;
  throw new StartError(
    first === undefined
      ? `The backup ${backup} holds no store. ${(stderr ?? '').trim().split('\n')[0]}`.trim()
      : `The backup ${backup} holds the stores of several schemas (${schemas.join(', ')}); name one with schema= in the address.`,
  );
}
