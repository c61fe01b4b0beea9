import { statSync } from 'node:fs';
import { type Address, parseAddress, StartError } from '@plant-store/engine';
import { describe, withClient } from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';
import type { BackupEngine, Snapshot } from '../backup/backup-engine.ts';
import { contentOf, presentTables } from '../backup/content.ts';
import type { StoreParts, Table } from '../backup/store-parts.ts';
import { postgresqlContent } from './content.ts';
import { restoreAndCompare } from './proof.ts';
import { restorePostgresql } from './restore.ts';
import { serverVersion } from './scratch-database.ts';
import { dumpOf, runTool } from './tool-runs.ts';
import { findTool } from './tools.ts';

/** Backups of the store in the PostgreSQL database at `url`. @throws StartError for an invalid URL */
export function postgresqlBackupEngine(url: string, parts: StoreParts): BackupEngine {
  const address = parseAddress(url);
  const { schema } = address.given;
  return {
    name: 'postgresql',
    store: describe(address),
    prefix: [address.database, ...(schema ? [schema] : [])].join('_').replaceAll(/[^\w-]/g, '_'),
    extension: 'dump',
    mainTable: parts.mainTable,
    withSnapshot: (use) =>
      withClient(address, async (client) => use(await snapshotOf(client, address, parts.tables))),
    prove: (backup, expected, _scratch, onProgress) =>
      restoreAndCompare(address, backup, expected, onProgress),
    restore: (proven, onProgress) => restorePostgresql(address, parts, proven, onProgress),
  };
}

/** Opens a transaction whose snapshot pg_dump shares, so that the hashes and the dump have the same content. */
async function snapshotOf(client: Client, address: Address, tables: Table[]): Promise<Snapshot> {
  const version = await serverVersion(client);
  const tool = findTool('pg_dump', version);
  findTool('pg_restore', version);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query(
    `SELECT pg_export_snapshot() AS "snapshot", pg_database_size(current_database()) AS "bytes",
       current_schema() AS "schema", to_regclass(quote_ident(current_schema()) || '._prisma_migrations') AS "ours"`,
  );
  const { snapshot, bytes, schema, ours } = rows[0];
  if (!ours) throw new StartError(`${describe(address)} has no plant store yet; "npm start" creates one.`);
  return {
    takenAt: new Date(),
    requiredBytes: Number(bytes),
    copyTo: (path, onProgress) =>
      runTool(tool, address, [...dumpOf(schema), `--snapshot=${snapshot}`, `--file=${path}`], () =>
        onProgress({ doing: 'copying', done: statSync(path).size, total: Number(bytes), unit: 'bytes' }),
      ),
    content: async (onProgress) => {
      const found = postgresqlContent(client);
      const present = await presentTables(found, tables);
      const content = await contentOf(found, present, 'reading the store', onProgress);
      await client.query('COMMIT');
      return content;
    },
  };
}
