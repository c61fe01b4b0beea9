import type { PrismaClient } from '../../generated/sqlite/client/client.ts';
import { readFaultOf } from './fault.ts';

/** Prisma's client, of which a fault of the disk or the file comes as an error for callers. It is used to read only. */
export const guarded = (prisma: PrismaClient): PrismaClient =>
  prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((cause: unknown) => {
          throw readFaultOf(cause) ?? cause;
        }),
    },
    // An extended client has all that the verbs use of it.
  }) as unknown as PrismaClient;
