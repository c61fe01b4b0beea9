import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type PoolClient, types } from 'pg';
import { PrismaClient } from '../../generated/postgresql/client/client.ts';
import type { Database } from '../database.ts';
import { StartError } from '../start-error.ts';
import { type Statement, sql, textOf, type Value } from '../statement.ts';
import { overloaded, patienceMs, queueMax } from '../unavailable.ts';
import { faultOf, writeFaultOf } from './fault.ts';
import { applyMigrations } from './migrations.ts';

/** Connections of one process. PostgreSQL commits together what arrives together on several. */
const connectionsMax = 10;

const migrationsFolder = join(import.meta.dirname, '../../../../prisma/postgresql/migrations');

/** Opens the store in the database at `url`; `openDatabase` says the rest. */
export async function openPostgresql(url: string): Promise<Database> {
  const pool = newPool(url);
  await prepare(pool, url);
  const listeners: ((writes: number, seconds: number) => void)[] = [];
  const run = runner(pool);
  let shed = 0;
  return {
    engine: 'postgresql',
    prisma: newPrisma(pool),
    query: (statement) => run(statement, faultOf) as Promise<never[]>,
    async execute(statement) {
      if (pool.waitingCount >= queueMax) {
        shed++;
        throw overloaded();
      }
      const begun = performance.now();
      const rows = await run(statement, writeFaultOf);
      for (const listener of listeners) listener(1, (performance.now() - begun) / 1000);
      return rows as never[];
    },
    check: async () => void (await run(reads, faultOf)),
    monitor: {
      queued: () => pool.waitingCount,
      shed: () => shed,
      onCommit: (listener) => void listeners.push(listener),
      sizeBytes: async () => Number((await pool.query(size)).rows[0].bytes),
    },
    close: () => pool.end(),
  };
}

const size = 'SELECT pg_database_size(current_database()) AS "bytes"';
const reads = sql`SELECT 1 FROM "plants" LIMIT 1`;

function newPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'plant-store',
    max: connectionsMax,
    // To connect, and to get a connection while all are in use.
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
  });
  // A connection that breaks while nobody uses it is replaced by the next who needs one.
  pool.on('error', () => undefined);
  return pool;
}

function newPrisma(pool: Pool): Database['prisma'] {
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' });
  const guarded = prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((cause) => {
          throw faultOf(cause) ?? cause;
        }),
    },
  });
  // Generated from the same models: what differs, such as how text is compared, no verb uses.
  return guarded as unknown as Database['prisma'];
}

/** Runs statements on any connection of the pool; each template is prepared once on each. */
function runner(pool: Pool) {
  const names = new Map<TemplateStringsArray, { name: string; text: string }>();
  return async (statement: Statement, explain: (cause: unknown) => unknown): Promise<unknown[]> => {
    let known = names.get(statement.strings);
    if (!known) {
      known = { name: `plant-store-${names.size}`, text: textOf(statement, (index) => `$${index}`) };
      names.set(statement.strings, known);
    }
    try {
      return (await pool.query({ ...known, values: statement.values.map(stored), types: exact })).rows;
    } catch (cause) {
      throw explain(cause) ?? cause;
    }
  };
}

/** A value as Prisma's adapter stores it: times are in UTC, whatever the zone of this process. */
const stored = (value: Value) => (value instanceof Date ? value.toISOString().replace('Z', '') : value);

const bigintOid = 20;
/** As pg reads what PostgreSQL answers, but for int64, which pg gives as text. */
const exact = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === bigintOid ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

async function prepare(pool: Pool, url: string) {
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    await assertDurable(client);
    await assertOurs(client);
    await applyMigrations(client, migrationsFolder);
    client.release();
  } catch (cause) {
    client?.release(true);
    await pool.end();
    throw cause instanceof StartError ? cause : cannotOpen(cause, url);
  }
}

/** The server's administrator may weaken what a commit means; what is acknowledged here must be on disk. */
async function assertDurable(client: PoolClient) {
  // `true`: null where a server of the family has no such setting.
  const { rows } = await client.query(
    `SELECT current_setting('fsync', true) AS "fsync", current_setting('synchronous_commit', true) AS "commit"`,
  );
  if (rows[0].fsync !== 'off' && rows[0].commit !== 'off') return;
  throw new StartError(
    `DATABASE_URL: the server runs with fsync=${rows[0].fsync} and synchronous_commit=${rows[0].commit}, ` +
      'where a power cut could lose plants that were acknowledged; turn both on.',
  );
}

async function assertOurs(client: PoolClient) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS "name" FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  if (rows.length === 0 || rows.some(({ name }) => name === '_prisma_migrations')) return;
  throw new StartError(
    `DATABASE_URL: the database holds the tables of another program (such as "${rows[0]?.name}"); name an empty one, or one of the plant store.`,
  );
}

function cannotOpen(cause: unknown, url: string): StartError {
  const { code, message } = cause as { code?: string; message: string };
  const { host, pathname } = new URL(url);
  const way =
    code === '3D000'
      ? `there is no database ${pathname.slice(1)} on it; create it with "createdb", then start again`
      : code?.startsWith('28')
        ? 'it refuses the user or the password; correct them'
        : 'look whether it runs and lets this machine in, then start again';
  return new StartError(`DATABASE_URL: cannot open the database on ${host} (${code ?? message}): ${way}.`, {
    cause,
  });
}
