import type { PrismaClient } from '../../generated/sqlite/client/client.ts';
import type { CommitListener } from '../core/commit-listeners.ts';
import type { NamedUnit, WorkOptions } from '../core/named-unit.ts';
import type { Engine, Statement } from '../core/sql.ts';
import type { Transaction } from '../core/transaction.ts';
import type { AuditEvent } from './audit-event.ts';
import type { IdempotentResult } from './idempotent-request.ts';
import type { ImportInput, ImportResult } from './plant-import.ts';
import type { PlantSearch } from './plant-search.ts';

/** An open store; the first argument of every function of this package. */
export type Database = {
  readonly engine: Engine;
  /** The reason why the store is read-only, and the remedy. */
  readonly readOnlyReason?: string;
  /** The reason why the files are readable for other users of this machine, and the remedy. */
  readonly exposure?: string;
  /** Prisma Client, for the functions of this package; a write is on disk when its promise resolves. */
  readonly prisma: PrismaClient;
  /**
   * Runs `work` with Prisma Client in a transaction; the result is on disk when this resolves. `work` should await only
   * the store, as other writes on SQLite wait meanwhile. PostgreSQL may run `work` again.
   * @throws the error of `work`, with nothing stored; else as `execute`
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  query<Row>(statement: Statement): Promise<Row[]>;
  /**
   * Runs a statement that writes; its rows are on disk when this resolves.
   * @param event recorded if the statement returns a row
   * @throws StoreError `unavailable`, which says whether anything may be stored
   */
  execute<Row>(statement: Statement, event?: AuditEvent): Promise<Row[]>;
  /**
   * Runs a short unit of hand-written SQL in a transaction, on SQLite in the write thread.
   * @throws the error of the unit, with nothing stored; else as `execute`
   */
  transact<Input, Result>(unit: NamedUnit<Input, Result>, input: Input): Promise<Result>;
  readonly search: PlantSearch;
  /**
   * Runs a long unit in a transaction. On SQLite all other writes wait.
   * @throws the error of the unit or its cancellation, with nothing stored; else as `execute`
   */
  work<Input, Result>(work: NamedUnit<Input, Result>, input: Input, options?: WorkOptions): Promise<Result>;
  /** Imports a file in its own thread; see imports.ts. */
  importFile(
    bytes: AsyncIterable<Uint8Array>,
    input: ImportInput,
    options: WorkOptions,
  ): Promise<IdempotentResult<ImportResult>>;
  /**
   * Asserts that the store can be read and, after a fault of its disk, written.
   * @throws StoreError `unavailable` with the fault and, if needed, the advice to restart
   */
  check(): Promise<void>;
  readonly monitor: Monitor;
  /** Waits for all work, and closes the connections. The store cannot be used afterwards. */
  close(): Promise<void>;
};

/** Metrics of an open store. */
type Monitor = {
  queued(): number;
  /** The number of writes that were refused because of too many waiting writes. */
  shed(): number;
  /** Adds a listener to the commits of this process. */
  onCommit(listener: CommitListener): void;
  /** The size of the store, in bytes. */
  sizeBytes(): Promise<number>;
};

/** `connections`: the maximum number of connections of this process to a server. */
export type Limits = { connections: number };
