import { Client, type PoolConfig } from 'pg';
import { StartError } from '../../core/start-error.ts';
import { waitTimeoutMs } from '../../core/waiting.ts';
import type { Address } from './address.ts';
import { quoted } from './place.ts';

/** Whether a pooler gives each transaction another session of the server: no setting and no named statement lasts. */
export const isPooled = ({ given }: Address): boolean => given.pgbouncer === 'true';

/** The same address, marked as Prisma marks it, for all later connections. */
export const asPooled = (address: Address): Address => ({
  ...address,
  given: { ...address.given, pgbouncer: 'true' },
});

/** Another client may use the same session of the server by chance, so the check is repeated. */
const times = 3;

/** Whether a pooler in transaction mode is at the address. One in session mode counts as the server itself. */
export async function sharesSessions(client: Client, options: PoolConfig): Promise<boolean> {
  const own = await processOf(client);
  // A pooler cannot announce the process of the server, as it has many.
  if (own === (client as unknown as { processID: number }).processID) return false;
  const other = new Client(options);
  other.on('error', () => undefined);
  try {
    await other.connect();
    // One asks once and one twice, as a pooler may give the session that was used last, or two of them in turn.
    for (let time = 0; time < times; time++) {
      const isShared = (await processOf(other)) === own;
      const isKept = (await processOf(client)) === own && (await processOf(client)) === own;
      if (isShared || !isKept) return true;
    }
    return false;
  } finally {
    await other.end();
  }
}

const processOf = async (client: Client): Promise<number> =>
  (await client.query('SELECT pg_backend_pid() AS "pid"')).rows[0].pid;

export const needsServer = ({ host, port }: Client): StartError =>
  new StartError(
    `DATABASE_URL: ${host}:${port} is a pooler that gives each transaction another session of the server, and this needs a session: use the address of the server itself, as DIRECT_URL beside a pooled DATABASE_URL.`,
  );

/**
 * Asserts that the role has the settings that the store sets itself without a pooler.
 * @returns a warning about a setting that the store can do without @throws StartError with the line to run
 */
export async function assertRoleSettings(
  client: Client,
  { given: { schema } }: Address,
): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT current_user AS "user", current_schema() AS "schema", current_setting('DateStyle') AS "dates",
       current_setting('client_min_messages') AS "messages",
       (SELECT "setting"::int FROM pg_settings WHERE "name" = 'statement_timeout') AS "ms"`,
  );
  const { user, schema: found, dates, messages, ms } = rows[0];
  const change = (setting: string) => `ALTER ROLE ${quoted(user)} SET ${setting}`;
  const refuse = (why: string, line: string) => {
    throw new StartError(
      `DATABASE_URL: behind a pooler the settings are those of the role, and ${why}; run: ${line}. ${then}.`,
    );
  };
  if (schema !== undefined && schema !== found)
    refuse(
      `its schema is ${found === null ? 'none' : `"${found}"`} instead of "${schema}"`,
      `CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}; ${change(`search_path = ${quoted(schema)}`)}`,
    );
  if (!dates.startsWith('ISO')) refuse(`its dates are not ISO dates`, change(`datestyle = 'ISO, YMD'`));
  if (messages === 'error')
    refuse(
      'it gets no warnings, by which the server says that a standby has not confirmed a commit',
      change('client_min_messages = warning'),
    );
  if (ms > 0 && ms <= waitTimeoutMs) return undefined;
  return `behind a pooler the time limit of statements is that of the role, which lets the server work on what the store has given up; run: ${change(`statement_timeout = '${waitTimeoutMs / 1_000}s'`)}. ${then}`;
}

const then = 'Then let the pooler open new connections (PgBouncer: RECONNECT)';
