import type { Client } from 'pg';
import { StartError } from '../../core/start-error.ts';
import { quoted } from '../connection/place.ts';

const writing = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

export type UsedTable = { name: string; isAppendOnly: boolean };

/** Without these rights a start would be ready, and refuse each write. @throws StartError with the line to run */
export async function assertTableRights(client: Client, schema: string, tables: UsedTable[]): Promise<void> {
  const pairs = tables.flatMap(({ name, isAppendOnly }) =>
    (isAppendOnly ? writing.slice(0, 2) : writing).map((right) => ({ name, right })),
  );
  const { rows } = await client.query<{ name: string; right: string }>(
    `SELECT "name", "right" FROM unnest($1::text[], $2::text[]) AS "wanted" ("name", "right")
     WHERE NOT has_table_privilege(quote_ident("name"), "right") LIMIT 1`,
    [pairs.map(({ name }) => name), pairs.map(({ right }) => right)],
  );
  const [missing] = rows;
  if (!missing) return;
  const user = client.user ?? '';
  throw new StartError(
    `DATABASE_URL: the user "${user}" lacks the right ${missing.right} on the table "${missing.name}"; have an administrator run: GRANT ${writing.join(', ')} ON ALL TABLES IN SCHEMA ${quoted(schema)} TO ${quoted(user)}.`,
  );
}
