import { randomBytes } from 'node:crypto';
import { parseAddress, StartError } from '@plant-store/engine';
import { connect, nameOf, prepareDatabase, quoted } from '@plant-store/engine/postgresql/connection';
import type { Client } from 'pg';
import { preparation } from './preparation.ts';

const prefix = 'plant_store_sandbox_';

/**
 * Makes a schema with a new store in the database at `url`, for one process. `remove` drops it. Before, this drops the
 * schemas of killed processes. @param onLost is called if the server closes the connection by which the schema counts
 * as used @throws StartError if the server refuses
 */
export async function createOwnSchema(
  url: string,
  onLost: () => void = () => undefined,
): Promise<{ url: string; remove(): Promise<void> }> {
  const schema = prefix + randomBytes(8).toString('hex');
  const own = withSchema(url, schema);
  const address = parseAddress(own);
  // The name of this connection shows that the schema is in use, before the schema exists.
  const client = await connect(address, { name: nameOf(schema) });
  client.once('end', onLost);
  const remove = async () => {
    client.off('end', onLost);
    await client.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`).finally(() => client.end());
  };
  try {
    await assertMayMake(client);
    await removeLeftovers(client);
    // `isNewStore`: the database may have another store, of the team that tests.
    await prepareDatabase(address, preparation, { isNewStore: true });
    return { url: own, remove };
  } catch (cause) {
    await remove().catch(() => undefined);
    throw cause;
  }
}

/** The usual advice, to have the schema made, is no way out for one with a name of its own each time. */
async function assertMayMake(client: Client) {
  const { rows } = await client.query(`SELECT has_database_privilege(current_database(), 'CREATE') AS "may"`);
  if (rows[0].may) return;
  const { database = '', user = '' } = client;
  throw new StartError(
    `DATABASE_URL: the user "${user}" may not make schemas in the database "${database}"; have an administrator run: GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(user)}.`,
  );
}

async function removeLeftovers(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS "name" FROM pg_namespace WHERE starts_with(nspname, $1)
     AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $2 || nspname)`,
    [prefix, nameOf('')],
  );
  // Another process may drop it at the same moment, or another user may own it.
  for (const { name } of rows)
    await client.query(`DROP SCHEMA IF EXISTS ${quoted(name)} CASCADE`).catch(() => undefined);
}

function withSchema(url: string, schema: string): string {
  const bare = url.replace(/(?<=[?&])schema=[^&]*&?/, '');
  return `${bare}${bare.includes('?') ? '&' : '?'}schema=${schema}`;
}
