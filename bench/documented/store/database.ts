import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../../packages/db/generated/sqlite/client/client.ts';

let opened: Promise<PrismaClient> | undefined;

/** The only client of this process, as in Prisma's guide for Next.js, but with durable writes. */
export function database(): Promise<PrismaClient> {
  opened ??= openDurably(process.env.DATABASE_URL ?? '');
  return opened;
}

/** @throws Error if a power cut could lose an acknowledged plant */
export async function openDurably(url: string): Promise<PrismaClient> {
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url }) });
  // The adapter keeps one connection, so the settings apply to all later statements.
  const [journal] = await prisma.$queryRaw<{ journal_mode: string }[]>`PRAGMA journal_mode = WAL`;
  await prisma.$executeRaw`PRAGMA synchronous = FULL`;
  const [sync] = await prisma.$queryRaw<{ synchronous: bigint | number }[]>`PRAGMA synchronous`;
  if (journal?.journal_mode === 'wal' && Number(sync?.synchronous) === 2) return prisma;
  throw new Error(`not durable: journal_mode=${journal?.journal_mode}, synchronous=${sync?.synchronous}`);
}
