import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { queueFull } from '../../core/unavailable.ts';
import { queueMax, waitTimeoutMs } from '../../core/waiting.ts';
import type { Address } from './address.ts';
import { connectionOptions, durableCommits, schemaSetting } from './client.ts';
import { isPoolTimeout, serverReadFaultOf, unreachable, writeFaultOf } from './fault.ts';
import { keepToOneServer } from './lost-server.ts';
import { isPooled } from './pooler.ts';
import { StoreClient } from './store-client.ts';

/** The time limit of a statement on the server, in milliseconds. The caller waits a little longer for the answer. */
const statementMs = waitTimeoutMs;
const answerMs = statementMs + 1_000;

/**
 * A server, database or role may have other settings: statements need a time limit, and commits wait for the disk. Through
 * a pooler they would be those of other clients.
 */
const session = `
  SET statement_timeout = ${statementMs};
  SET datestyle = 'ISO, YMD';
  SET client_min_messages = warning;
  ${durableCommits}`;

export type Connections = ReturnType<typeof createPool>;

/** Up to `connections` connections to the database, or as many as the address says. Faults are StoreErrors; lost connections are replaced. */
export function createPool(address: Address, connections: number) {
  const pool = new Pool({
    ...connectionOptions(address),
    Client: StoreClient,
    max: Number(address.given.connection_limit ?? connections),
    // One connection stays open, so that a restore notices the store in use.
    min: 1,
    query_timeout: answerMs,
    ...(isPooled(address)
      ? {}
      : {
          onConnect: async (client) => {
            await client.query(schemaSetting(address) + session);
            await join(client);
          },
        }),
  });
  pool.on('error', () => undefined);
  // The pool ignores errors of a connection in use; unhandled, they would end the process. Its user gets them too.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const join = keepToOneServer(pool, connectionOptions(address));
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;
  const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>;
  const refusals = new WeakSet<object>();
  let shed = 0;
  const refuse = () => {
    const refusal = queueFull();
    refusals.add(refusal);
    return refusal;
  };
  const connectOrRefuse = (callback: Callback) => {
    if (pool.waitingCount >= queueMax) return callback(refuse());
    connect((error, ...rest) =>
      callback(error && (isPoolTimeout(error) ? refuse() : unreachable(error)), ...rest),
    );
  };
  pool.connect = connectOrRefuse as Pool['connect'];
  return {
    pool,
    query: (config: QueryConfig) =>
      query(config).catch((cause) => {
        throw serverReadFaultOf(cause) ?? cause;
      }),
    write: (config: QueryConfig, count = 1) =>
      query(config).catch((cause) => {
        if (refusals.has(cause)) shed += count;
        throw writeFaultOf(cause) ?? cause;
      }),
    lease: () =>
      new Promise<PoolClient>((resolve, reject) =>
        connectOrRefuse((error, client) => {
          if (error && refusals.has(error)) shed++;
          if (error) reject(error);
          else resolve(client as PoolClient);
        }),
      ),
    shed: () => shed,
  };
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
