import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type SqliteConnection from 'better-sqlite3';
import { PrismaClient } from '../../generated/sqlite/client/client.ts';
import { readFaultOf } from './fault.ts';
import { lockTimeoutMs } from './lock-timeout.ts';

/** Prisma's client, for what reads, and the one connection beneath it: what must be fast goes down to that directly. */
export type Connected = {
  prisma: PrismaClient;
  connection: SqliteConnection.Database;
  disconnect(): Promise<void>;
};

/** Connects to the store in the file at `path`, which is prepared. Fails as Prisma and SQLite do. */
export async function connectPrisma(path: string): Promise<Connected> {
  const adapter = new DurableSqlite({ url: `file:${path}`, timeout: lockTimeoutMs });
  // The other error formats read the source again for every error, and put it, with its values, into the message.
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' });
  const disconnect = () => prisma.$disconnect();
  try {
    await prisma.$connect();
    return { prisma: guarded(prisma), connection: adapter.connection, disconnect };
  } catch (cause) {
    await disconnect();
    throw cause;
  }
}

/** A fault of the disk or the file comes as an error for callers. */
const guarded = (prisma: PrismaClient): PrismaClient =>
  prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((cause: unknown) => {
          throw readFaultOf(cause) ?? cause;
        }),
    },
    // An extended client has all that the verbs use of it.
  }) as unknown as PrismaClient;

/** Prisma's adapter, which lets go of its connection. */
class DurableSqlite extends PrismaBetterSqlite3 {
  #connection: SqliteConnection.Database | undefined;

  get connection(): SqliteConnection.Database {
    if (!this.#connection) throw new Error('Prisma has not connected yet');
    return this.#connection;
  }

  /**
   * better-sqlite3 runs WAL at synchronous=NORMAL, which loses acknowledged rows in a power cut: FULL, every time.
   * Once connected, SQLite does not wait for another process's lock: that would block every request (see writer.ts).
   */
  override async connect() {
    const adapter = await super.connect();
    await adapter.executeScript(
      'PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0;',
    );
    // Kept there by the adapter (7.10), though its types do not say so.
    this.#connection = (adapter as unknown as { client: SqliteConnection.Database }).client;
    return adapter;
  }
}
