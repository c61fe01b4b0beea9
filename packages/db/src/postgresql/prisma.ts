import { StoreError } from '@plant-store/schema/plain';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { PrismaClient } from '../../generated/postgresql/client/client.ts';
import type { Database } from '../database.ts';
import { Carried, unpacking } from '../engine/carried.ts';
import { kindOf, undoneFaultOf, writeFaultOf } from './fault.ts';
import type { Connections } from './pool.ts';
import { metAnother } from './transaction.ts';

/** Prisma Client over these connections, whose faults it passes on as they are. */
export function newPrisma({ pool, query, lease }: Connections, schema: string): Database['prisma'] {
  pool.query = ((config: QueryConfig) => query(config).catch(raise)) as Pool['query'];
  const connect = pool.connect.bind(pool) as (callback: unknown) => void;
  // pg itself connects with a callback, Prisma's driver without.
  pool.connect = ((callback?: unknown) =>
    callback ? connect(callback) : lease().then(carrying, raise)) as Pool['connect'];
  // Prisma names the schema in all that it asks, and would look in "public" for what is in another.
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }), errorFormat: 'minimal' });
  // Generated from the same models: what differs, such as how text is compared, no verb uses.
  return prisma.$extends(unpacking) as unknown as Database['prisma'];
}

/** A connection for a transaction of Prisma's driver. One that broke is given up when the transaction is over. */
function carrying(client: PoolClient): PoolClient {
  let isBroken = false;
  const query = (config: QueryConfig) =>
    client.query(config).catch((cause) => {
      isBroken ||= kindOf(cause) === 'lost';
      const isCommit = config.text === 'COMMIT';
      raise(metAnother(cause) ? cause : ((isCommit ? writeFaultOf(cause) : undoneFaultOf(cause)) ?? cause));
    });
  const release = () => client.release(isBroken);
  const [on, removeListener] = [client.on.bind(client), client.removeListener.bind(client)];
  // All that the driver calls.
  return { query, release, on, removeListener } as unknown as PoolClient;
}

/** @throws a fault of the store, or that two transactions met, as Prisma lets it through */
function raise(cause: unknown): never {
  throw cause instanceof StoreError || metAnother(cause) ? new Carried(cause as Error) : cause;
}
