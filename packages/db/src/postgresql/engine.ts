import { withEvent } from '../audit/pending.ts';
import { createCommitListeners } from '../core/commit-listeners.ts';
import type { OnProgress } from '../core/progress.ts';
import type { Statement } from '../core/sql.ts';
import { runTransaction } from '../core/transaction.ts';
import { tooManyReads, unavailable, waitTimeoutMs } from '../core/unavailable.ts';
import type { Database, Limits } from '../engine-interface/database.ts';
import { createFairGate } from '../threads/fair-gate.ts';
import { parseAddress } from './connection/address.ts';
import { createPool } from './connection/pool.ts';
import { createPreparer, unprepared } from './connection/prepared-statements.ts';
import { createTransactor, withRetries } from './connection/transaction.ts';
import { createLongWork } from './long-work.ts';
import { createPostgresqlPrisma } from './prisma.ts';
import { prepareDatabase } from './schema/preparation.ts';
import { createPostgresqlSearch } from './search/plant-search.ts';

/** The maximum number of searches, counts and pages that wait for a connection. */
const searchesMax = 1_000;

/** Opens the store in the database at `url`; see `openDatabase`. */
export async function openPostgresql(
  url: string,
  { connections }: Limits,
  onProgress: OnProgress,
): Promise<Database> {
  const { schema, address } = await prepareDatabase(parseAddress(url), { onProgress });
  const connected = createPool(address, connections);
  const { pool, write, shed } = connected;
  const listeners = createCommitListeners();
  const prepare = createPreparer();
  const query = async (statement: Statement) => (await connected.query(prepare(statement))).rows;
  const onCommit = (seconds: number) => listeners.notify(1, seconds);
  // A quarter of the connections stays for writes, tokens and reads of single plants.
  const inTurn = createFairGate(Math.max(1, Math.floor(pool.options.max * 0.75)), searchesMax, tooManyReads);
  const transact = createTransactor({ lease: connected.lease, prepare, onCommit });
  const prisma = createPostgresqlPrisma(connected, schema);
  const long = createLongWork({ address, prepare, onCommit });
  return {
    engine: 'postgresql',
    prisma,
    transaction: async (work) => {
      const startedAt = performance.now();
      const result = await withRetries(() => runTransaction(prisma, work));
      onCommit((performance.now() - startedAt) / 1000);
      return result;
    },
    query,
    search: createPostgresqlSearch(
      async (statement) => (await connected.query(unprepared(statement))).rows,
      (by, read) => inTurn(by?.caller ?? '', read),
    ),
    async execute(statement, event) {
      const startedAt = performance.now();
      const { rows } = await write(prepare(event ? withEvent(statement, event) : statement));
      onCommit((performance.now() - startedAt) / 1000);
      return rows as never[];
    },
    transact: (unit, input) =>
      transact(() => unit.steps(input, { engine: 'postgresql', onProgress: () => undefined })),
    work: long.work,
    importFile: long.importFile,
    check: () => withTimeout(check(prisma)),
    monitor: {
      queued: () => pool.waitingCount,
      shed,
      onCommit: listeners.add,
      sizeBytes: () => sizeOf(prisma),
    },
    close: async () => {
      await long.close();
      await pool.end();
    },
  };
}

async function sizeOf(prisma: Database['prisma']): Promise<number> {
  const [row] = await prisma.$queryRaw<
    { bytes: bigint }[]
  >`SELECT pg_database_size(current_database()) AS "bytes"`;
  return Number(row?.bytes ?? 0n);
}

async function check(prisma: Database['prisma']) {
  const [row] = await prisma.$queryRaw<{ readOnly: string; mayWrite: boolean }[]>`
    SELECT current_setting('transaction_read_only', true) AS "readOnly", (SELECT 1 FROM "plants" LIMIT 1) AS "plant",
      has_table_privilege('plants', 'INSERT') AS "mayWrite"`;
  // The server is a standby, or accepts no writes.
  if (row?.readOnly === 'on') throw unavailable('the database is read-only now');
  if (!row?.mayWrite) throw unavailable('the user of the store may not write to the database now');
}

/** Limits a health check to the time limit of a write. */
async function withTimeout(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('the database does not answer in time')), waitTimeoutMs);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
