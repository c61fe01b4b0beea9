import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../generated/sqlite/client/client.ts';
import { advancePast } from './clock.ts';
import { prepareSqliteFile } from './sqlite-file.ts';
import { StartError } from './start-error.ts';

/** An open store; the first argument of every verb of this package. */
export type Database = {
  readonly prisma: PrismaClient;
  /** Ends the connection. Call no verb afterwards: Prisma would open a new one. */
  close(): Promise<void>;
};

/** How long connecting waits for another process that is opening or closing the same store. */
const connectTimeoutMs = 10_000;

const migrationsFolder = join(import.meta.dirname, '../../../prisma/sqlite/migrations');

/**
 * Opens the store at `url` (`file:` and an absolute path), making and migrating it where needed.
 * @throws StartError when the store cannot be opened or is not one.
 */
export async function openDatabase(url: string): Promise<Database> {
  const path = url.slice('file:'.length);
  prepareSqliteFile(path, migrationsFolder);
  const prisma = new PrismaClient({
    adapter: new DurableSqlite({ url, timeout: connectTimeoutMs }),
    // The other formats read the source again for every error, and put it, with its values, into the message.
    errorFormat: 'minimal',
  });
  await assertDurable(prisma);
  advancePast((await prisma.plant.aggregate({ _max: { addedAt: true } }))._max.addedAt ?? 0n);
  return { prisma, close: () => prisma.$disconnect() };
}

class DurableSqlite extends PrismaBetterSqlite3 {
  /**
   * better-sqlite3 runs WAL at synchronous=NORMAL, which loses acknowledged rows in a power cut: FULL, every time.
   * Once connected, SQLite does not wait for another process's lock: that would block every request (see retry.ts).
   */
  override async connect() {
    const connection = await super.connect();
    await connection.executeScript(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0;',
    );
    return connection;
  }
}

async function assertDurable(prisma: PrismaClient) {
  const [journal] = await prisma.$queryRaw<{ journal_mode: string }[]>`PRAGMA journal_mode`;
  const [sync] = await prisma.$queryRaw<{ synchronous: bigint | number }[]>`PRAGMA synchronous`;
  if (journal?.journal_mode === 'wal' && Number(sync?.synchronous) === 2) return;
  throw new StartError(
    `DATABASE_URL: the database runs with journal_mode=${journal?.journal_mode} and synchronous=${sync?.synchronous}, ` +
      'where a power cut could lose plants that were acknowledged; put it on a local disk that supports WAL.',
  );
}

/** Fails when the store cannot be read. */
export async function assertReadable({ prisma }: Database): Promise<void> {
  await prisma.plant.findFirst({ select: { id: true } });
}
