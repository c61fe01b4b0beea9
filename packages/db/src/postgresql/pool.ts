import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { patienceMs, queueFull, queueMax } from '../engine/unavailable.ts';
import { connectionTo, durable } from './client.ts';
import { faultOf, hasWaited, unreached, writeFaultOf } from './fault.ts';

/**
 * How long a statement may take on the server, in milliseconds; it is undone then. The one who asked waits a little
 * longer before the connection is given up, for a server that cannot even say so.
 */
const statementMs = patienceMs;
const answerMs = statementMs + 1_000;

/**
 * Settings that a server, a database or a role may have otherwise, and that this program relies on: a statement ends in
 * time, a time is written as pg and Prisma read it, and a commit is on disk.
 */
const session = `
  SET statement_timeout = ${statementMs};
  SET datestyle = 'ISO, YMD';
  ${durable}`;

/** Connections to ask over; what fails for a fault of the server or the way to it fails with a StoreError. */
export type Connections = {
  pool: Pool;
  /** Sends a statement that reads. */
  query(config: QueryConfig): Promise<QueryResult>;
  /** Sends a statement that writes, whose failure tells whether it may have been made. */
  write(config: QueryConfig): Promise<QueryResult>;
  /** A connection for one caller alone, until it is released. */
  lease(): Promise<PoolClient>;
  /** How many writes were refused because too many waited. */
  shed(): number;
};

/** Up to `connections` connections to the database at `url`; those that break are replaced when they are needed. */
export function connectionsTo(url: string, connections: number): Connections {
  const pool = new Pool({
    ...connectionTo(url),
    max: connections,
    // One stays when nothing is to be done: a restore sees by it that the store is in use.
    min: 1,
    query_timeout: answerMs,
    onConnect: async (client) => void (await client.query(session)),
  });
  pool.on('error', () => undefined);
  // The pool does not listen to one that it has lent, and an error that nobody listens to ends the process; who asks over
  // it is told of theirs.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;
  const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>;
  const sheds = new WeakSet<object>();
  let shed = 0;
  const shedding = () => {
    const refusal = queueFull();
    sheds.add(refusal);
    return refusal;
  };
  // All that a pool does for others begins here.
  const patient = (callback: Callback) => {
    if (pool.waitingCount >= queueMax) return callback(shedding());
    connect((error, ...rest) =>
      callback(error && (hasWaited(error) ? shedding() : unreached(error)), ...rest),
    );
  };
  pool.connect = patient as Pool['connect'];
  return {
    pool,
    query: (config) =>
      query(config).catch((cause) => {
        throw faultOf(cause) ?? cause;
      }),
    write: (config) =>
      query(config).catch((cause) => {
        if (sheds.has(cause)) shed++;
        throw writeFaultOf(cause) ?? cause;
      }),
    lease: () =>
      new Promise((resolve, reject) =>
        patient((error, client) => {
          if (error && sheds.has(error)) shed++;
          if (error) reject(error);
          else resolve(client as PoolClient);
        }),
      ),
    shed: () => shed,
  };
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
