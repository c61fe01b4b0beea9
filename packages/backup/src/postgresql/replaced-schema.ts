import { hash } from 'node:crypto';
import { type Address, type OnProgress, StartError } from '@plant-store/engine';
import { nameOf, quoted, withClient, withDatabase } from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';
import { contentOf, differenceOf, presentTables } from '../backup/content.ts';
import type { Table } from '../backup/store-parts.ts';
import { postgresqlContent } from './content.ts';
import { asideName, assertUnused, inUse, type Replacement } from './replacement.ts';
import { prefix, serverVersion } from './scratch-database.ts';
import { pipeSchema } from './tool-runs.ts';
import { findTool } from './tools.ts';

/** Replaces a schema, and keeps the old one. The restored store first comes beside it, as a schema of its own. */
export function schemaReplacement(
  client: Client,
  address: Address,
  tables: Table[],
  onProgress: OnProgress,
): Replacement {
  const schema = address.given.schema ?? '';
  const draft = `${prefix}${hash('sha256', schema).slice(0, 32)}`;
  const drop = `DROP SCHEMA IF EXISTS ${quoted(draft)} CASCADE`;
  const remove = async () => void (await client.query(drop));
  return {
    assertReplaceable: () => assertUnused(address, () => isUsed(client, schema)),
    async stage(filled) {
      await remove();
      await withClient(filled, (own) =>
        own.query(`ALTER SCHEMA ${quoted(filled.given.schema ?? '')} RENAME TO ${quoted(draft)}`),
      );
      const from = withDatabase(filled, filled.database, draft);
      const to = withDatabase(address, address.database, draft);
      const version = await serverVersion(client);
      const paths = {
        pg_dump: findTool('pg_dump', version),
        pg_restore: findTool('pg_restore', version),
      };
      await pipeSchema(paths, from, to, () =>
        onProgress({ doing: 'copying it beside the store', done: 0, total: 0, unit: 'rows' }),
      );
      await assertSame(from, to, tables, onProgress);
    },
    async swap() {
      await assertUnused(address, () => isUsed(client, schema));
      return swap(client, draft, address);
    },
    clear: remove,
  };
}

/** Each connection to the database may use the schema, but for those that name another schema of the store. */
async function isUsed(client: Client, schema: string): Promise<boolean> {
  // The server shortens and simplifies these names, so it is given that of this schema too.
  await client.query(`SELECT set_config('application_name', $1, false)`, [nameOf(schema)]);
  // It hides the kind of other users' connections.
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND usesysid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'
       AND (application_name = current_setting('application_name') OR NOT starts_with(application_name, $1)) LIMIT 1`,
    [nameOf('')],
  );
  return rowCount !== 0;
}

async function assertSame(from: Address, to: Address, tables: Table[], onProgress: OnProgress) {
  const read = (place: Address) =>
    withClient(place, async (own) => {
      await own.query('BEGIN');
      const found = postgresqlContent(own);
      return contentOf(found, await presentTables(found, tables), 'comparing', onProgress);
    });
  const difference = differenceOf(await read(to), await read(from));
  if (!difference) return;
  throw new StartError(`The restored store was not copied whole: ${difference}. Nothing was changed.`);
}

async function swap(own: Client, draft: string, address: Address): Promise<string | undefined> {
  const schema = address.given.schema ?? '';
  const aside = asideName(schema);
  const { rowCount: isThere } = await own.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  await own.query('BEGIN');
  try {
    if (isThere) await own.query(`ALTER SCHEMA ${quoted(schema)} RENAME TO ${quoted(aside)}`);
    await own.query(`ALTER SCHEMA ${quoted(draft)} RENAME TO ${quoted(schema)}`);
    // A program may have started meanwhile.
    if (await isUsed(own, schema)) throw inUse(address);
    await own.query('COMMIT');
    return isThere ? aside : undefined;
  } catch (cause) {
    await own.query('ROLLBACK');
    throw cause;
  }
}
