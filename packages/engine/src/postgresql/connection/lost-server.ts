import { Client, type ClientBase, type Pool, type PoolConfig } from 'pg';
import { serverFaultKind } from './fault.ts';

const everyMs = 5_000;

/**
 * Breaks a connection once its address leads to another server, as after the promotion of a standby. Long work has no time
 * limit, and would wait for ever for a machine whose network is lost. An address that leads nowhere says nothing.
 */
export async function breakWhenMoved(client: Client, options: PoolConfig): Promise<void> {
  const own = await serverOf(client);
  if (!own) return;
  const timer = setInterval(async () => {
    if (isSuccessor(own, await serverAt(options))) breakOff(client);
  }, everyMs).unref();
  client.once('end', () => clearInterval(timer));
}

/**
 * Lets the connections of a pool lead to one server. When a new one leads to another server, the old ones are broken: their
 * server is lost, or would answer with old data. A pool without need of a new one looks too. When one is lost, so are the
 * idle ones of its server, as each would cost a request its time limit. @returns a function for each new connection
 */
export function keepToOneServer(pool: Pool, options: PoolConfig): (client: ClientBase) => Promise<void> {
  const servers = new Map<ClientBase, Server>();
  const leaveOthers = (present: Server | undefined) => {
    for (const [client, server] of servers) if (isSuccessor(server, present)) breakOff(client);
  };
  const timer = setInterval(async () => {
    if (pool.ending) clearInterval(timer);
    else if (servers.size > 0) leaveOthers(await serverAt(options));
  }, everyMs).unref();
  const idle = new Set<ClientBase>();
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('remove', (client) => {
    idle.delete(client);
    servers.delete(client);
  });
  pool.on('release', (cause: unknown, client) => {
    if (!cause) return void idle.add(client);
    // `true` comes from the end of a transaction.
    if (cause !== true && serverFaultKind(cause) !== 'lost') return;
    for (const one of idle) if (!isSuccessor(servers.get(client), servers.get(one))) breakOff(one);
  });
  return async (client) => {
    const own = await serverOf(client);
    leaveOthers(own);
    if (own) servers.set(client, own);
  };
}

/** Ends a connection without a word to its server. The pool gives it to nobody from now on. */
function breakOff(client: ClientBase) {
  client.emit('error', new Error('Connection terminated, as its server is lost'));
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The id is that of the files, which a primary and its standbys share. A start is known to the microsecond. */
type Server = { id: string; start: string };

/** Several primaries at one address, as of Citus, are no successors of each other: each has its own id. */
const isSuccessor = (former: Server | undefined, server: Server | undefined) =>
  former?.id === server?.id && former?.start !== server?.start;

/** `undefined` for a standby, to which a pooler may send a read, and if the server does not tell. @throws if it is lost */
const serverOf = (client: ClientBase): Promise<Server | undefined> =>
  client.query<Server>(serverSql).then(
    ({ rows: [server] }) => server,
    (cause) => {
      if (serverFaultKind(cause) === 'lost') throw cause;
      return undefined;
    },
  );

// CockroachDB has no such functions.
const serverSql = `
  SELECT system_identifier::text AS "id", extract(epoch FROM pg_postmaster_start_time())::text AS "start"
  FROM pg_control_system() WHERE NOT pg_is_in_recovery() AND version() NOT LIKE '%-YB-%'`;

async function serverAt(options: PoolConfig): Promise<Server | undefined> {
  const client = new Client({ ...options, query_timeout: everyMs, connectionTimeoutMillis: everyMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await serverOf(client);
  } catch {
    return undefined;
  } finally {
    void client.end();
  }
}
