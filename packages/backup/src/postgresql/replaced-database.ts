import { type Address, StartError } from '@plant-store/engine';
import { describe, quoted, withClient } from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';
import { asideName, assertUnused, inUse, type Replacement } from './replacement.ts';

export const databaseReplacement = (client: Client, address: Address): Replacement => ({
  async assertReplaceable() {
    const isUsed = async () =>
      (await client.query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [address.database]))
        .rowCount !== 0;
    await assertUnused(address, isUsed);
    const { rows } = await client.query<{ isOwner: boolean }>(
      `SELECT pg_has_role(datdba, 'USAGE') AS "isOwner" FROM pg_database WHERE datname = $1`,
      [address.database],
    );
    // The server refuses the swap of any other user, who may not even see the schema of the store.
    if (rows[0]?.isOwner) await assertAlone(address);
  },
  stage: (filled) => withWantedSchema(address, filled),
  swap: (name) => swap(client, name, address),
  clear: async () => undefined,
});

/** Other schemas of the database would vanish. */
async function assertAlone(address: Address) {
  const [other] = await withClient(address, async (own) => {
    const { rows } = await own.query<{ name: string; schema: string | null }>(
      `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS "name", current_schema() AS "schema" FROM pg_tables
       WHERE schemaname IS DISTINCT FROM current_schema() AND schemaname <> 'information_schema' AND schemaname NOT LIKE 'pg\\_%' LIMIT 1`,
    );
    return rows;
  });
  if (!other) return;
  throw new StartError(
    `${describe(address)} has tables in other schemas too (such as ${other.name}), which this would replace: add schema=${encodeURIComponent(other.schema ?? 'NAME')} to the address, to restore that schema alone. Nothing was changed.`,
  );
}

async function withWantedSchema(address: Address, filled: Address) {
  const restored = filled.given.schema ?? '';
  const unnamed = { ...filled, given: { ...address.given } };
  await withClient(unnamed, async (own) => {
    const { rows } = await own.query<{ found: string | null }>('SELECT current_schema() AS "found"');
    const wanted = address.given.schema ?? rows[0]?.found;
    if (wanted === restored) return;
    if (address.given.schema === undefined)
      throw new StartError(
        `The backup is of the schema "${restored}", and the address leads to ${wanted ? `the schema "${wanted}"` : 'none'}; add the name of the wanted schema to the address, such as schema=${encodeURIComponent(restored)}. Nothing was changed.`,
      );
    // A new database has an empty schema "public".
    if (wanted === 'public') await own.query('DROP SCHEMA "public"');
    await own.query(`ALTER SCHEMA ${quoted(restored)} RENAME TO ${quoted(wanted ?? '')}`);
  });
}

async function swap(client: Client, name: string, address: Address): Promise<string | undefined> {
  const target = address.database;
  const aside = asideName(target);
  const { rowCount: isThere } = await client.query('SELECT FROM pg_database WHERE datname = $1', [target]);
  try {
    await client.query('BEGIN');
    // The server refuses this while a connection is open.
    if (isThere) await client.query(`ALTER DATABASE ${quoted(target)} RENAME TO ${quoted(aside)}`);
    await client.query(`ALTER DATABASE ${quoted(name)} RENAME TO ${quoted(target)}`);
    await client.query('COMMIT');
    return isThere ? aside : undefined;
  } catch (cause) {
    await client.query('ROLLBACK');
    throw (cause as { code?: unknown }).code === '55006' ? inUse(address, cause) : cause;
  }
}
