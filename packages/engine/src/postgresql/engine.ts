import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { createCommitListeners } from '../core/commit-listeners.ts';
import { runTransaction, type TransactingClient } from '../core/prisma.ts';
import type { OnProgress } from '../core/progress.ts';
import { type Statement, sql } from '../core/sql.ts';
import type { Store, Transact } from '../core/store.ts';
import { tooManyReads } from '../core/unavailable.ts';
import type { OneStep, UnitOfWork, WorkOptions } from '../core/unit-of-work.ts';
import { createFairGate } from '../threads/fair-gate.ts';
import { parseAddress } from './connection/address.ts';
import { createGroups } from './connection/groups.ts';
import { createJoin } from './connection/joined-steps.ts';
import { createPool } from './connection/pool.ts';
import { isPooled } from './connection/pooler.ts';
import { createPreparer, unprepared } from './connection/prepared-statements.ts';
import { createTransactor, withRetries } from './connection/transaction.ts';
import { createCheck } from './health.ts';
import { createLongWork } from './long-work.ts';
import { createAdapter } from './prisma-adapter.ts';
import { type Preparation, prepareDatabase } from './schema/preparation.ts';

const readsMax = 1_000;

export type Limits = { connections: number };

export type PostgresqlParts<Client> = Preparation & {
  /** A table that a health check reads; the store must be able to write to it. */
  healthTable: string;
  /** Records an event if `written`, the rows of a statement, has one. */
  recordAfter(written: Statement, event: object): Statement;
  /** Makes the Prisma Client, with the extension `faultUnpacking`. */
  createClient(adapter: SqlDriverAdapterFactory): Client;
};

/** Opens the store in the database at `url`; creates and migrates it as needed. @throws StartError */
export async function openPostgresql<Transaction, Client extends TransactingClient<Transaction>>(
  url: string,
  parts: PostgresqlParts<Client>,
  { connections }: Limits,
  onProgress: OnProgress,
) {
  const { schema, address, warning } = await prepareDatabase(parseAddress(url), parts, { onProgress });
  const connected = createPool(address, connections);
  const { pool, write, shed } = connected;
  const listeners = createCommitListeners();
  const prepare = createPreparer(isPooled(address));
  const query = async <Row>(statement: Statement) =>
    (await connected.query(prepare(statement))).rows as Row[];
  const onCommit = (seconds: number, count = 1) => listeners.notify(count, seconds);
  // A quarter of the connections stays for writes and for reads of single rows.
  const inTurn = createFairGate(Math.max(1, Math.floor(pool.options.max * 0.75)), readsMax, tooManyReads);
  const transact = createTransactor({ lease: connected.lease, prepare, onCommit });
  const prisma = parts.createClient(createAdapter(connected, schema));
  const long = createLongWork({ address, prepare, onCommit });
  async function timed<Result>(work: () => Promise<Result>, count = 1): Promise<Result> {
    const startedAt = performance.now();
    const result = await work();
    onCommit((performance.now() - startedAt) / 1000, count);
    return result;
  }

  const commit: typeof write = (statement, count) => timed(() => write(statement, count), count);
  const writes = createGroups(pool, commit, createJoin(prepare, parts.recordAfter));
  const lookups = createGroups(pool, connected.query, createJoin(prepare));
  async function run<Input, Result>(unit: UnitOfWork<Input, Result>, input: Input): Promise<Result> {
    if (unit.atOnce) {
      const { resultOf, ...step } = unit.atOnce(input);
      const result = await writes.run(step).then(resultOf, refusalOf);
      if (result !== undefined) return result;
    }
    return transact(() => unit.steps(input, { engine: 'postgresql', onProgress: () => undefined }));
  }

  const store: Store<Client, Transaction> = {
    engine: 'postgresql',
    ...(warning ? { warning } : {}),
    prisma,
    transaction: (work) => timed(() => withRetries(() => runTransaction(prisma, work))),
    query: (statement, options) => (options ? lookups.run({ statement }) : query(statement)),
    transact: (<Input, Result>(
      unit: UnitOfWork<Input, Result> | OneStep<Input, unknown>,
      input: Input,
      options?: WorkOptions & { long: true },
    ) => {
      if ('step' in unit) return writes.run(unit.step(input, 'postgresql'));
      return options ? long.run(unit, input, options) : run(unit, input);
    }) as Transact,
    check: createCheck(query, parts.healthTable),
    monitor: {
      queued: () => pool.waitingCount + writes.waiting() + lookups.waiting(),
      shed: () => shed() + writes.shed(),
      onCommit: listeners.add,
      sizeBytes: async () => {
        const [row] = await query<{ bytes: bigint }>(databaseSize);
        return Number(row?.bytes ?? 0n);
      },
    },
    close: async () => {
      await long.close();
      await pool.end();
    },
  };
  return {
    store,
    read: async <Row>(statement: Statement) => (await connected.query(unprepared(statement))).rows as Row[],
    inTurn,
    runStaged: long.runStaged,
  };
}

/** @throws any error other than the refusal of a value or a row, after which nothing was stored */
function refusalOf(cause: unknown): undefined {
  if (!/^2[23]...$/.test(String((cause as { code?: unknown }).code))) throw cause;
}

const databaseSize = sql`SELECT pg_database_size(current_database()) AS "bytes"`;
