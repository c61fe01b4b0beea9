import { type Context, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Database } from '@plant-store/db';

type Commit = { writes: number; seconds: number };
const lastCommits = new WeakMap<Database['monitor'], { last: Commit | undefined }>();

type Operation<Args> = { operation: string; args: Args; query: (args: Args) => Promise<unknown> };

/** The store, with a span within `parent` for each query, write and transaction. */
export function tracedStore(db: Database, tracer: Tracer, parent: Context): Database {
  const commits = commitsOf(db);
  const traced = async <T>(name: string, run: () => Promise<T>, isWrite: boolean): Promise<T> => {
    const attributes = { 'db.system.name': db.engine };
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    try {
      const result = await run();
      // On SQLite the outcome of a write comes before the next commit.
      if (isWrite && db.engine === 'sqlite' && commits.last)
        span.setAttributes({
          'plant_store.commit.writes': commits.last.writes,
          'plant_store.commit.seconds': commits.last.seconds,
        });
      return result;
    } catch (cause) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw cause;
    } finally {
      span.end();
    }
  };
  const reads = /^(find|count|aggregate|groupBy)/;
  const tracing = {
    $allOperations: <Args>({ operation, args, query }: Operation<Args>) => {
      const isRead = reads.test(operation);
      return traced(isRead ? 'store.read' : 'store.write', () => query(args), !isRead);
    },
  };
  const read = <T>(run: () => Promise<T>) => traced('store.read', run, false);
  return Object.assign(Object.create(db) as Database, {
    // The extended client has all methods of the store.
    prisma: db.prisma.$extends({ query: tracing }) as unknown as Database['prisma'],
    search: {
      page: (...wanted) => read(() => db.search.page(...wanted)),
      count: (...wanted) => read(() => db.search.count(...wanted)),
      names: (...wanted) => read(() => db.search.names(...wanted)),
      tags: (...wanted) => read(() => db.search.tags(...wanted)),
      statistics: (...wanted) => read(() => db.search.statistics(...wanted)),
      trash: (...wanted) => read(() => db.search.trash(...wanted)),
    } satisfies Database['search'],
    query: <Row>(...wanted: Parameters<Database['query']>) => read(() => db.query<Row>(...wanted)),
    transact: ((...written: Parameters<Database['transact']>) =>
      traced('store.write', () => db.transact(...written), true)) as Database['transact'],
    transaction: <Result>(work: Parameters<typeof db.transaction<Result>>[0]) =>
      traced('store.write', () => db.transaction<Result>(work), true),
  } satisfies Partial<Database>);
}

function commitsOf({ monitor }: Database) {
  let commits = lastCommits.get(monitor);
  if (!commits) {
    const made: { last: Commit | undefined } = { last: undefined };
    monitor.onCommit((writes, seconds) => {
      made.last = { writes, seconds };
    });
    lastCommits.set(monitor, made);
    commits = made;
  }
  return commits;
}
