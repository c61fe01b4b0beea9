import type { Client } from 'pg';
import type { OnProgress } from '../../core/progress.ts';
import { StartError } from '../../core/start-error.ts';
import type { Address } from '../connection/address.ts';
import { connect } from '../connection/client.ts';
import { quoted } from '../connection/place.ts';
import { asPooled, assertRoleSettings } from '../connection/pooler.ts';
import { cannotOpen } from '../connection/start-errors.ts';
import { isEncrypted, withoutPreferredTls } from '../connection/tls.ts';
import { migratePostgresql } from './migrations.ts';
import { prepareNamedSchema } from './named-schema.ts';
import { assertTableRights, type UsedTable } from './table-rights.ts';

export type Preparation = {
  migrations: string;
  tables: UsedTable[];
  /** Tables of the first version, by which a store is recognised in another schema. */
  firstTables: string[];
  prepare(client: Client, onProgress: OnProgress): Promise<void>;
};

type Options = {
  onProgress?: OnProgress;
  isNewStore?: boolean;
};

/** Asserts that commits are durable, and migrates a store or an empty schema. @throws StartError with the reason */
export async function prepareDatabase(
  address: Address,
  { migrations, tables, firstTables, prepare }: Preparation,
  { onProgress = () => undefined, isNewStore = false }: Options = {},
): Promise<{ schema: string; address: Address; warning?: string | undefined }> {
  const client = await connect(address, { mayPool: true });
  const { isPooled } = client;
  try {
    await assertFit(client);
    const warning = isPooled ? await assertRoleSettings(client, address) : undefined;
    await assertOwnTables(client);
    const { schema: name } = address.given;
    if (name !== undefined && !isPooled) await prepareNamedSchema(client, name, { firstTables, isNewStore });
    const schema = await schemaOf(client);
    await migratePostgresql(client, migrations);
    await assertTableRights(client, schema, tables);
    // Through a pooler only a transaction is without the time limit.
    if (isPooled) await client.query(client.begin);
    await prepare(client, onProgress);
    if (isPooled) await client.query('COMMIT');
    const reached = isEncrypted(client) ? address : withoutPreferredTls(address);
    return { schema, address: isPooled ? asPooled(reached) : reached, warning };
  } catch (cause) {
    throw cause instanceof StartError ? cause : cannotOpen(cause, client);
  } finally {
    await client.end();
  }
}

/** Asserts that a commit waits for the disk, and that the encoding has all characters. */
async function assertFit(client: Client) {
  // `true`: null if the server has no such setting.
  const { rows } = await client.query(
    `SELECT current_setting('fsync', true) AS "fsync", current_setting('synchronous_commit', true) AS "commit",
       current_setting('server_encoding', true) AS "encoding", current_setting('transaction_read_only', true) AS "readOnly",
       current_user AS "user"`,
  );
  const { fsync, commit, encoding, readOnly, user } = rows[0];
  if (fsync === 'off' || commit === 'off')
    throw new StartError(
      `DATABASE_URL: the server runs with fsync=${fsync} and synchronous_commit=${commit}, ` +
        'so a power cut could lose acknowledged plants; turn both on, also for this database and user ' +
        `(ALTER ROLE ${quoted(user)} SET synchronous_commit = on).`,
    );
  if (encoding && encoding !== 'UTF8')
    throw new StartError(
      `DATABASE_URL: the database is in ${encoding}, which cannot hold every name; create one with ENCODING 'UTF8'.`,
    );
  if (readOnly === 'on')
    throw new StartError(
      'DATABASE_URL: the database is read-only (a standby, or default_transaction_read_only is set); use the address of the primary server, or unset it.',
    );
}

async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query('SELECT current_schema() AS "schema"');
  if (rows[0].schema) return rows[0].schema;
  throw new StartError(
    'DATABASE_URL: no schema of the search_path of this user exists; create one, or correct the search_path.',
  );
}

async function assertOwnTables(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS "name" FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  if (rows.length === 0 || rows.some(({ name }) => name === '_prisma_migrations')) return;
  throw new StartError(
    `DATABASE_URL: the database holds the tables of another program (such as "${rows[0]?.name}"); use an empty database, or one of the plant store.`,
  );
}
