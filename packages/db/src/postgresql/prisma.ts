import { StoreError } from '@plant-store/schema';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryConfig } from 'pg';
import { PrismaClient } from '../../generated/postgresql/client/client.ts';
import type { Database } from '../database.ts';
import type { Connections } from './pool.ts';

/** Prisma's client over these connections, whose faults it passes on as they are. */
export function newPrisma({ pool, query }: Connections, schema: string): Database['prisma'] {
  pool.query = ((config: QueryConfig) =>
    query(config).catch((failure) => {
      throw failure instanceof StoreError ? new Carried(failure) : failure;
    })) as Pool['query'];
  // Prisma names the schema in all that it asks, and would look in "public" for what is in another.
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }), errorFormat: 'minimal' });
  const unpacked = prisma.$extends({
    query: {
      $allOperations: ({ args, query: ask }) =>
        ask(args).catch((failure) => {
          throw failure instanceof Carried ? failure.fault : failure;
        }),
    },
  });
  // Generated from the same models: what differs, such as how text is compared, no verb uses.
  return unpacked as unknown as Database['prisma'];
}

/** Prisma (7.10) makes an error of its own of one that has a code, and leaves any other alone. */
class Carried extends Error {
  readonly fault: StoreError;

  constructor(fault: StoreError) {
    super(fault.message);
    this.fault = fault;
  }
}
