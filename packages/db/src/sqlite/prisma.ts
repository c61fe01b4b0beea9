import { PrismaClient } from '../../generated/sqlite/client/client.ts';
import { unpacking } from '../engine/carried.ts';
import { driverAdapter } from './adapter.ts';

/** Prisma Client over the connections of the store. */
export function newPrisma(parts: Parameters<typeof driverAdapter>[0]): PrismaClient {
  // The other error formats read the source again for every error, and put it, with its values, into the message.
  const prisma = new PrismaClient({ adapter: driverAdapter(parts), errorFormat: 'minimal' });
  // An extended client has all that the verbs use of it.
  return prisma.$extends(unpacking) as unknown as PrismaClient;
}
