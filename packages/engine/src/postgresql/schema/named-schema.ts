import type { Client } from 'pg';
import { StartError } from '../../core/start-error.ts';
import { assertCommits } from '../connection/commits.ts';
import { serverFaultKind } from '../connection/fault.ts';
import { quoted } from '../connection/place.ts';

/**
 * Makes the schema that an address names. @param isNewStore the caller wants a new store, even beside another one
 * @throws StartError, with nothing changed: an older version ignored the parameter, and its store may be elsewhere
 */
export async function prepareNamedSchema(
  client: Client,
  name: string,
  { firstTables, isNewStore }: { firstTables: string[]; isNewStore: boolean },
): Promise<void> {
  const isThere = await exists(client, name);
  const isStore = isThere && (await begins(client, name));
  if (!isNewStore && !isStore) {
    const other = await otherStore(client, name, firstTables);
    if (other) throw new StartError(waysOut(name, other, isThere));
  }
  if (!isThere) await create(client, name);
  const { rows } = await client.query(
    `SELECT current_schema() AS "schema", has_schema_privilege($1, 'CREATE') AS "mayCreate"`,
    [name],
  );
  if (rows[0].schema === name && (isStore || rows[0].mayCreate)) return;
  throw new StartError(
    `DATABASE_URL: the user "${client.user}" may not use the schema "${name}"; have an administrator run: GRANT USAGE, CREATE ON SCHEMA ${quoted(name)} TO ${quoted(client.user ?? '')}.`,
  );
}

const exists = async (client: Client, name: string): Promise<boolean> =>
  (await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [name])).rowCount === 1;

const begins = async (client: Client, name: string): Promise<boolean> =>
  (
    await client.query(
      `SELECT FROM information_schema.tables WHERE table_schema = $1 AND table_name = '_prisma_migrations'`,
      [name],
    )
  ).rowCount === 1;

/** The schema of a store that this user would reach without the name of a schema. */
async function otherStore(client: Client, name: string, firstTables: string[]): Promise<string | undefined> {
  const tables = ['_prisma_migrations', ...firstTables];
  await client.query('RESET search_path');
  const { rows } = await client.query<{ schema: string }>(
    `SELECT table_schema AS "schema" FROM information_schema.tables
     WHERE table_schema IN (current_schema(), 'public') AND table_name = ANY($1::text[])
     GROUP BY table_schema HAVING count(*) = ${tables.length} ORDER BY table_schema <> current_schema()`,
    [tables],
  );
  await client.query(`SET search_path = ${quoted(name)}`);
  return rows[0]?.schema;
}

function waysOut(name: string, other: string, isThere: boolean): string {
  const [here, there] = [quoted(name), quoted(other)];
  return (
    `DATABASE_URL: the schema "${name}" holds no store, but the schema "${other}" of this database does. ` +
    `To go on with that store, write schema=${encodeURIComponent(other)} into the address, or rename its schema in psql: ` +
    `${isThere ? `DROP SCHEMA ${here}; ` : ''}ALTER SCHEMA ${there} RENAME TO ${here}. To begin a new store beside it: ` +
    `${isThere ? '' : `CREATE SCHEMA ${here}; `}CREATE TABLE ${here}."_prisma_migrations" (LIKE ${there}."_prisma_migrations" INCLUDING ALL). ` +
    'Nothing was changed.'
  );
}

async function create(client: Client, name: string) {
  await assertCommits(client);
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(name)}`);
  } catch (cause) {
    if (await exists(client, name)) return;
    if (serverFaultKind(cause) !== 'forbidden') throw cause;
    const user = client.user ?? '';
    throw new StartError(
      `DATABASE_URL: the user "${user}" may not make the schema "${name}"; have an administrator run: CREATE SCHEMA ${quoted(name)} AUTHORIZATION ${quoted(user)}.`,
      { cause },
    );
  }
}
