import type { Database } from '../src/index.ts';
import { isEmptied, openSpare, type Store } from './spare-store.ts';
import type { AtEnd } from './testing.ts';

/** Open stores that no test uses. */
const spares: Store[] = [];

/**
 * A store like a new one. After the test it is emptied for another test, unless it was closed or is unhealthy: to open
 * a new store would take most of the time of a short test.
 */
export async function borrowStore(atEnd: AtEnd): Promise<{ db: Database; url: string }> {
  const store = spares.pop() ?? (await openSpare());
  const { lent, end } = lend(store);
  atEnd(async () => {
    if (await end()) return;
    if (await isEmptied(store)) spares.push(store);
    else await store.db.close();
  });
  return { db: lent, url: store.url };
}

/** The handle of one test. `end` makes it useless when its work has ended, and gives whether the test closed it. */
function lend({ db, listeners }: Store) {
  const underWay = new Set<Promise<unknown>>();
  let isOver = false;
  let isClosed = false;
  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    work.catch(() => undefined).finally(() => underWay.delete(work));
    return work;
  }
  const shedBefore = db.monitor.shed();
  const own: Partial<Database> = {
    prisma: db.prisma.$extends({
      query: { $allOperations: ({ args, query }) => track(query(args)) },
    }) as unknown as Database['prisma'],
    monitor: {
      ...db.monitor,
      shed: () => db.monitor.shed() - shedBefore,
      onCommit: (listener) => void listeners.add(listener),
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
    listeners.clear();
    while (underWay.size > 0) await Promise.allSettled(underWay);
    return isClosed;
  };
  return { lent, end };
}
