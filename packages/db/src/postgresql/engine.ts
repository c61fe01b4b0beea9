import { withEvent } from '../audit/pending.ts';
import { createCommitListeners } from '../core/commit-listeners.ts';
import type { OnProgress } from '../core/progress.ts';
import type { Statement } from '../core/sql.ts';
import { runTransaction } from '../core/transaction.ts';
import { unavailable, waitTimeoutMs } from '../core/unavailable.ts';
import type { Database, Limits } from '../database/database.ts';
import { connectionsTo } from './connection/pool.ts';
import { planned, preparer } from './connection/prepared-statements.ts';
import { retrying, transactor } from './connection/transaction.ts';
import { createLongWork } from './long-work.ts';
import { createFinder } from './plant-search.ts';
import { newPrisma } from './prisma.ts';
import { prepareDatabase } from './schema/preparation.ts';

/** Opens the store in the database at `url`; `openDatabase` says the rest. */
export async function openPostgresql(
  url: string,
  { connections }: Limits,
  onProgress: OnProgress,
): Promise<Database> {
  const { schema } = await prepareDatabase(url, { onProgress });
  const connected = connectionsTo(url, connections);
  const { pool, write, shed } = connected;
  const listeners = createCommitListeners();
  const prepare = preparer();
  const query = async (statement: Statement) => (await connected.query(prepare(statement))).rows;
  const onCommit = (seconds: number) => listeners.notify(1, seconds);
  const transact = transactor({ lease: connected.lease, prepare, onCommit });
  const prisma = newPrisma(connected, schema);
  const long = createLongWork({ url, prepare, onCommit });
  return {
    engine: 'postgresql',
    prisma,
    transaction: async (work) => {
      const begun = performance.now();
      const result = await retrying(() => runTransaction(prisma, work));
      onCommit((performance.now() - begun) / 1000);
      return result;
    },
    query,
    search: createFinder(async (statement) => (await connected.query(planned(statement))).rows),
    async execute(statement, event) {
      const begun = performance.now();
      const { rows } = await write(prepare(event ? withEvent(statement, event) : statement));
      onCommit((performance.now() - begun) / 1000);
      return rows as never[];
    },
    transact: (unit, input) =>
      transact(() => unit.steps(input, { engine: 'postgresql', onProgress: () => undefined })),
    work: long.work,
    importFile: long.importFile,
    check: () => inTime(check(prisma)),
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
  const [row] = await prisma.$queryRaw<{ readOnly: string }[]>`
    SELECT current_setting('transaction_read_only', true) AS "readOnly", (SELECT 1 FROM "plants" LIMIT 1) AS "plant"`;
  // A standby, or a server that is closed to writes.
  if (row?.readOnly === 'on') throw unavailable('the database is read-only now');
}

/** A health check takes no longer than a write. */
async function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('the database does not answer in time')), waitTimeoutMs);
  });
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
