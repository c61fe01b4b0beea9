import type { CommitListener } from './commit-listeners.ts';
import type { Engine, Statement } from './sql.ts';
import type { OneStep, UnitOfWork, WorkOptions } from './unit-of-work.ts';

/** An open store. @typeParam Client its Prisma Client, @typeParam Transaction Prisma Client within a transaction */
export type Store<Client, Transaction> = {
  readonly engine: Engine;
  /** The reason why the store is read-only, and the remedy. */
  readonly readOnlyReason?: string;
  /** The reason why the files are readable for other users of this machine, and the remedy. */
  readonly exposure?: string;
  /** Prisma Client; a write is on disk when its promise resolves. */
  readonly prisma: Client;
  /**
   * Runs `work` with Prisma Client in a transaction; the result is on disk when this resolves. `work` should await only
   * the store, as other writes on SQLite wait meanwhile. PostgreSQL may run `work` again.
   * @throws the error of `work`, with nothing stored; else as `transact`
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  query<Row>(statement: Statement): Promise<Row[]>;
  /**
   * Runs a unit of hand-written SQL in a transaction, on SQLite in the write thread. The result is on disk when this
   * resolves. With `long` the unit may take seconds; on SQLite all other writes wait.
   * @throws the error of the unit or its cancellation, with nothing stored; else StoreError `unavailable`, which says
   * whether anything may be stored
   */
  transact: Transact;
  /**
   * Asserts that the store can be read and, after a fault of its disk, written.
   * @throws StoreError `unavailable` with the fault and, if needed, the advice to restart
   */
  check(): Promise<void>;
  readonly monitor: Monitor;
  /** Waits for all work, and closes the connections. The store cannot be used afterwards. */
  close(): Promise<void>;
};

export type Transact = {
  <Input, Result>(
    unit: UnitOfWork<Input, Result>,
    input: Input,
    options?: WorkOptions & { long: true },
  ): Promise<Result>;
  <Input, Row>(unit: OneStep<Input, Row>, input: Input): Promise<Row[]>;
};

type Monitor = {
  queued(): number;
  shed(): number;
  onCommit(listener: CommitListener): void;
  sizeBytes(): Promise<number>;
};
