import type { CommitListener } from './commit-listeners.ts';
import type { Engine, Statement } from './sql.ts';
import type { OneStep, UnitOfWork, WorkOptions } from './unit-of-work.ts';

export type Store<Client, Transaction> = {
  readonly engine: Engine;
  readonly readOnlyReason?: string;
  /** What an administrator should change, such as files that others can read, and how. */
  readonly warning?: string;
  /** Prisma Client; a write is on disk when its promise resolves. */
  readonly prisma: Client;
  /**
   * Runs `work` in a transaction, on disk when this resolves. `work` should await only the store: on SQLite other
   * writes wait. PostgreSQL may run it again.
   * @throws the error of `work`, with nothing stored; else as `transact`
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  query<Row>(statement: Statement, options?: { isFrequent: true }): Promise<Row[]>;
  /**
   * Runs SQL by hand in a transaction, on disk when this resolves. On SQLite other writes wait, with `long` for
   * seconds.
   * @throws the unit's error or its cancellation, with nothing stored; else StoreError says what may be stored
   */
  transact: Transact;
  /** @throws StoreError `unavailable` if the store cannot be read or, after a fault of its disk, written */
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
