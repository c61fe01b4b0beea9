import type { Client, PoolConfig } from 'pg';
import { StartError } from '../../core/start-error.ts';
import { waitTimeoutMs } from '../../core/waiting.ts';
import type { Address } from './address.ts';
import { serverFaultKind, unreachable } from './fault.ts';
import { breakWhenMoved } from './lost-server.ts';
import { describe, effective, quoted } from './place.ts';
import { isPooled, needsServer, sharesSessions } from './pooler.ts';
import { cannotOpen, serverStartError } from './start-errors.ts';
import { StoreClient } from './store-client.ts';
import { tlsModeOf, tlsOf, withoutTls } from './tls.ts';
import type { LeasedClient } from './transaction.ts';

const applicationName = 'plant-store';

/** The options of each connection to the database. @throws StartError if a file of the address cannot be read */
export function connectionOptions(address: Address): PoolConfig {
  const { user, password, host, port, database, given } = address;
  return {
    ...{ user, password, host, port, database },
    ...tlsOf(address),
    ...(given.options ? { options: given.options } : {}),
    application_name: given.application_name || nameOf(given.schema),
    enableChannelBinding: /^(?:prefer|require)$/.test(given.channel_binding ?? ''),
    connectionTimeoutMillis: waitTimeoutMs,
    keepAlive: true,
  };
}

/** The application name of the connections to a store; a restore tells the stores of a database apart by it. */
export const nameOf = (schema: string | undefined): string =>
  schema === undefined ? applicationName : `${applicationName}:${schema}`;

export const schemaSetting = ({ given: { schema } }: Address): string =>
  schema === undefined ? '' : `SET search_path = ${quoted(schema)};`;

/** Limits that a server, database or role may have set; long work needs none. */
const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const setAll = (set: string) => limits.map((name) => `${set} ${name} = 0`).join('; ');

/** Times have one format. Without its warning the server would not say that a standby did not confirm a commit. */
const session = `${setAll('SET')}; SET datestyle = 'ISO, YMD'; SET client_min_messages = warning`;

/** Lets the server end the statement of a stopped process; before version 14 and on some systems it cannot. */
const endWithClient = `
  SELECT set_config('client_connection_check_interval', '500', false)
  WHERE current_setting('client_connection_check_interval', true) IS NOT NULL`;

/** Makes each commit wait for the disk, even if a server, a database or a role has another setting. */
export const durableCommits = `
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit', true) = 'off'`;

/** Through a pooler settings end with their transaction, and the role has the others. */
const beginPooled = `BEGIN; ${setAll('SET LOCAL')}`;

export type Connected = Client & {
  isPooled: boolean;
  /** Begins a transaction of long work. */
  begin: string;
};

/**
 * A connection for long work, which the caller must `end`. @param mayPool the caller needs no session
 * @throws StartError when the connection fails, or a pooler gives no session
 */
export async function connect(
  address: Address,
  { name, mayPool = false }: { name?: string; mayPool?: boolean } = {},
): Promise<Connected> {
  let client: Client | undefined;
  try {
    const options = {
      ...connectionOptions(address),
      ...(name ? { application_name: name } : {}),
      ...timeLimitOf(address),
    };
    client = new StoreClient(options);
    assertUser(client);
    // An idle connection may break; the next query reports that.
    client.on('error', () => undefined);
    await client.connect();
    if (isPooled(address) || (await sharesSessions(client, options))) {
      if (!mayPool) throw needsServer(client);
      await breakWhenMoved(client, options);
      return Object.assign(client, { isPooled: true, begin: beginPooled });
    }
    await client.query(schemaSetting(address) + session);
    await client.query(endWithClient).catch(() => undefined);
    if (mayPool) await breakWhenMoved(client, options);
    return Object.assign(client, { isPooled: false, begin: 'BEGIN' });
  } catch (cause) {
    await client?.end();
    if (tlsModeOf(address) === 'prefer' && serverFaultKind(cause) === 'no TLS')
      return connect(withoutTls(address), { ...(name ? { name } : {}), mayPool });
    throw cause instanceof StartError ? cause : cannotOpen(cause, effective(address));
  }
}

/** Asserts that the driver found a user: some services have no USER in their environment. */
function assertUser({ user }: Client) {
  if (user) return;
  throw new StartError('DATABASE_URL: the address names no user, and PGUSER is not set; name one.');
}

/** `connect_timeout` in seconds holds for starts and long work; requests have the time limit of the store. */
const timeLimitOf = ({ given: { connect_timeout: seconds } }: Address): PoolConfig =>
  seconds === undefined ? {} : { connectionTimeoutMillis: Number(seconds) * 1_000 };

/** Runs `use` with such a connection. @throws StartError when the connection fails, or the server refuses */
export async function withClient<T>(address: Address, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(address);
  try {
    return await use(client);
  } catch (cause) {
    throw serverStartError(cause, describe(address));
  } finally {
    await client.end();
  }
}

/** An import may make a standby lag behind. */
const commitMs = 60_000;

/** A connection for long work, until it is ended. @throws StoreError when the connection fails */
export async function connectForWork(address: Address): Promise<Connected & LeasedClient> {
  try {
    const client = await connect(address, { mayPool: true });
    if (!client.isPooled) await client.query(durableCommits);
    return Object.assign(client, { release: () => undefined, commitMs });
  } catch (cause) {
    throw unreachable(cause as Error);
  }
}
