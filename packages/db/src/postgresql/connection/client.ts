import { Client, type PoolConfig } from 'pg';
import { waitTimeoutMs } from '../../core/unavailable.ts';
import { describeUrl } from './address.ts';
import { unreachable } from './fault.ts';
import { cannotOpen, serverStartError } from './start-errors.ts';
import type { LeasedClient } from './transaction.ts';

const applicationName = 'plant-store';

/** The options of each connection to the database at `url`. */
export const connectionOptions = (url: string): PoolConfig => ({
  connectionString: url,
  application_name: applicationName,
  // The time limit for connecting, and for waiting while all connections are in use.
  connectionTimeoutMillis: waitTimeoutMs,
  keepAlive: true,
});

/**
 * Settings that a server, a database or a role may have changed: long work has no time limit, and times have one
 * format.
 */
const session = `
  SET statement_timeout = 0;
  SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET datestyle = 'ISO, YMD'`;

/**
 * Makes the server check its client during a statement, and end the statement of a stopped process. Servers before
 * version 14, and servers on some systems, cannot do this.
 */
const endWithClient = `
  SELECT set_config('client_connection_check_interval', '500', false)
  WHERE current_setting('client_connection_check_interval', true) IS NOT NULL`;

/** Makes each commit wait for the disk, even if a server, a database or a role has another setting. */
export const durableCommits = `
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit', true) = 'off'`;

/**
 * A connection for long work; the caller must `end` it.
 * @param name the application name, for administrators
 * @throws StartError when the connection fails
 */
export async function connect(url: string, name = applicationName): Promise<Client> {
  let client: Client | undefined;
  try {
    client = new Client({ ...connectionOptions(url), application_name: name });
    // An idle connection may break; the next query reports that.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(session);
    await client.query(endWithClient).catch(() => undefined);
    return client;
  } catch (cause) {
    await client?.end();
    throw cannotOpen(cause, client);
  }
}

/** Runs `use` with such a connection. @throws StartError when the connection fails, or the server refuses */
export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await use(client);
  } catch (cause) {
    throw serverStartError(cause, describeUrl(url));
  } finally {
    await client.end();
  }
}

/** A connection for long work, until it is ended. @throws StoreError when the connection fails */
export async function connectForWork(url: string): Promise<Client & LeasedClient> {
  try {
    const client = await connect(url);
    await client.query(durableCommits);
    return Object.assign(client, { release: () => undefined });
  } catch (cause) {
    throw unreachable(cause as Error);
  }
}
