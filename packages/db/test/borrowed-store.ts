import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/index.ts';
import { type AtEnd, isOnPostgresql, newUrl, rowsOf } from './testing.ts';

type Store = { db: Database; url: string };

/** Open stores that no test uses. */
const spares: Store[] = [];

/**
 * A store like a new one. After the test it is emptied for another test, unless it was closed or is unhealthy: to open
 * a new store would take most of the time of a short test.
 */
export async function borrowStore(atEnd: AtEnd): Promise<Store> {
  const store = spares.pop() ?? (await openSpare());
  const { lent, end } = lend(store.db);
  atEnd(async () => {
    if (await end()) return;
    if (await isEmptied(store)) spares.push(store);
    else await store.db.close();
  });
  return { db: lent, url: store.url };
}

/** The handle of one test. `end` makes it useless when its work has ended, and gives whether the test closed it. */
function lend(db: Database) {
  const underWay = new Set<Promise<unknown>>();
  let listeners: Parameters<Database['monitor']['onCommit']>[0][] = [];
  let isOver = false;
  let isClosed = false;
  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    work.catch(() => undefined).finally(() => underWay.delete(work));
    return work;
  }
  const shedBefore = db.monitor.shed();
  db.monitor.onCommit((writes, seconds) => {
    for (const listener of listeners) listener(writes, seconds);
  });
  const own: Partial<Database> = {
    prisma: db.prisma.$extends({
      query: { $allOperations: ({ args, query }) => track(query(args)) },
    }) as unknown as Database['prisma'],
    monitor: {
      ...db.monitor,
      shed: () => db.monitor.shed() - shedBefore,
      onCommit: (listener) => void listeners.push(listener),
    },
    async close() {
      isClosed = true;
      await db.close();
    },
  };
  const lent = new Proxy(db, {
    get(_, name: keyof Database) {
      // A server records the use of a token seconds later, even when it has closed.
      if (isOver) throw new Error('the test of this store has ended');
      if (name in own) return own[name];
      const value = db[name];
      if (typeof value !== 'function') return value;
      return (...words: never[]) => track((value as (...words: never[]) => Promise<unknown>)(...words));
    },
  });
  const end = async () => {
    isOver = true;
    listeners = [];
    while (underWay.size > 0) await Promise.allSettled(underWay);
    return isClosed;
  };
  return { lent, end };
}

/** The statement that empties a store on PostgreSQL, and the number of its relations and enabled triggers. */
let emptying: { sql: string; parts: unknown } | undefined;
/** A connection to a copy of a new SQLite store. */
let template: SqliteConnection.Database | undefined;

/** Opens a store whose files are removed after all tests: vitest ends this process without an event. */
async function openSpare(): Promise<Store> {
  const url = isOnPostgresql
    ? await newUrl(() => undefined)
    : `file:${join(mkdtempSync(join(inject('folder'), 'store-')), 'plants.db')}`;
  const db = await openDatabase(url);
  if (isOnPostgresql) emptying ??= { sql: await deletionOf(url), parts: await partsOf(url) };
  else template ??= await copyOf(url.slice('file:'.length));
  return { db, url };
}

async function copyOf(path: string) {
  const copy = join(mkdtempSync(join(inject('folder'), 'template-')), 'plants.db');
  const connection = new SqliteConnection(path);
  await connection.backup(copy);
  connection.close();
  return new SqliteConnection(copy);
}

async function deletionOf(url: string) {
  const tables = await rowsOf(
    url,
    `SELECT "tablename" FROM pg_tables WHERE "schemaname" = current_schema() AND "tablename" <> '_prisma_migrations'`,
  );
  const deletions = tables.map(({ tablename }) => `DELETE FROM "${tablename}"`);
  // Without triggers: one of them refuses to delete audit entries.
  return ['SET session_replication_role = replica', ...deletions].join(';');
}

async function partsOf(url: string) {
  const [row] = await rowsOf(
    url,
    `SELECT count(*) || ' ' || (SELECT count(*) FROM pg_trigger WHERE "tgenabled" = 'O' AND "tgrelid" IN (
       SELECT "oid" FROM pg_class WHERE "relnamespace" = current_schema()::regnamespace)) AS "parts"
     FROM pg_class WHERE "relnamespace" = current_schema()::regnamespace`,
  );
  return row?.parts;
}

/** Gives a store the content of a new one. Gives whether the store is healthy. */
async function isEmptied({ db, url }: Store): Promise<boolean> {
  try {
    if (!(await (isOnPostgresql ? isDeleted(url) : isOverwritten(url.slice('file:'.length))))) return false;
    await db.check();
    return true;
  } catch {
    return false;
  }
}

async function isDeleted(url: string) {
  if ((await partsOf(url)) !== emptying?.parts) return false;
  await rowsOf(url, emptying?.sql ?? '');
  return true;
}

async function isOverwritten(path: string) {
  const copied = await template?.backup(path);
  // Another thread is writing; better-sqlite3 reports no error then.
  if (!copied?.totalPages) return false;
  // The log of a new store is short.
  const connection = new SqliteConnection(path);
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
  return true;
}
