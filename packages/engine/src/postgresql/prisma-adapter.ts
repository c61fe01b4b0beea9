import { StoreError } from '@plant-store/schema/errors';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { CarriedFault } from '../core/prisma.ts';
import { rolledBackFaultOf, serverFaultKind, writeFaultOf } from './connection/fault.ts';
import type { Connections } from './connection/pool.ts';
import { isConflict } from './connection/transaction.ts';

export function createAdapter({ pool, query, write, lease }: Connections, schema: string): PrismaPg {
  pool.query = ((config: QueryConfig) =>
    (/^\s*SELECT/i.test(config.text) ? query : write)(config).catch(rethrow)) as Pool['query'];
  const connect = pool.connect.bind(pool) as (callback: unknown) => void;
  // pg calls this with a callback, Prisma's adapter without one.
  pool.connect = ((callback?: unknown) =>
    callback ? connect(callback) : lease().then(carryFaults, rethrow)) as Pool['connect'];
  // Prisma puts the schema before each table, "public" by default.
  return new PrismaPg(pool, { schema });
}

/** A connection for a transaction of Prisma's adapter; a lost connection is discarded afterwards. */
function carryFaults(client: PoolClient): PoolClient {
  let lost: Error | undefined;
  const query = (config: QueryConfig) =>
    // A ROLLBACK would wait too.
    (lost ? Promise.reject(lost) : client.query(config)).catch((cause) => {
      if (serverFaultKind(cause) === 'lost') lost = cause;
      const isCommit = config.text === 'COMMIT';
      rethrow(
        isConflict(cause) ? cause : ((isCommit ? writeFaultOf(cause) : rolledBackFaultOf(cause)) ?? cause),
      );
    });
  const release = () => client.release(lost !== undefined);
  const [on, removeListener] = [client.on.bind(client), client.removeListener.bind(client)];
  return { query, release, on, removeListener } as unknown as PoolClient;
}

/** @throws a fault of the store, or a conflict of transactions, in a form that Prisma does not change */
function rethrow(cause: unknown): never {
  throw cause instanceof StoreError || isConflict(cause) ? new CarriedFault(cause as Error) : cause;
}
