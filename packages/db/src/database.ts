import type { PrismaClient } from '../generated/sqlite/client/client.ts';
import type { AuditEvent } from './audit/event.ts';
import type { Answer } from './catalogue/asked.ts';
import type { PlantFinder } from './catalogue/plant-finder.ts';
import type { Engine } from './engine/engine.ts';
import type { Statement } from './engine/statement.ts';
import type { Transaction } from './engine/transaction.ts';
import type { Imported, ImportInput } from './import/imported.ts';
import type { NamedUnit, Wanted } from './thread/named-unit.ts';

/** An open store; the first argument of every verb of this package. */
export type Database = {
  readonly engine: Engine;
  /** Why nothing could be written when it was opened, and the way out; absent where it could. */
  readonly readOnlyBecause?: string;
  /** Why others on this machine could read its files when it was opened, and the way out; absent where they could not. */
  readonly exposure?: string;
  /** Prisma Client; what it writes is on disk when its promise resolves. Only verbs of this package use it. */
  readonly prisma: PrismaClient;
  /**
   * Runs `work` with Prisma Client in a transaction, and gives what it gives once that is on disk. On SQLite nothing else
   * is written meanwhile, so it should wait for nothing but the store. It may be called again where PostgreSQL asks for
   * another try.
   * @throws what it throws, with nothing stored; else as `execute`
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** The rows of a statement that reads. */
  query<Row>(statement: Statement): Promise<Row[]>;
  /**
   * Runs a statement that writes, and gives what it returns once that is on disk.
   * @param event is written down along with it where it returns any row
   * @throws StoreError `unavailable` when the store cannot write now; it says whether anything may have been stored.
   */
  execute<Row>(statement: Statement, event?: AuditEvent): Promise<Row[]>;
  /**
   * Runs a unit of hand-written SQL that takes a moment, all of it or nothing, and gives what it returns once that is on
   * disk. On SQLite it runs in the thread that writes, so that its statements need no messages.
   * @throws what the unit throws, with nothing stored; else as `execute`.
   */
  transact<Input, Result>(unit: NamedUnit<Input, Result>, input: Input): Promise<Result>;
  /** How plants are found, counted and listed. */
  readonly find: PlantFinder;
  /**
   * Does long work, all of it or nothing, and gives what it returns once that is on disk. On SQLite nothing else is
   * written meanwhile, by whom ever: writes of this process wait, those of others are told to try again.
   * @throws what the work throws, or what ends it: the reason of the signal, what `onProgress` throws; with nothing
   * stored. Else as `execute`.
   */
  work<Input, Result>(work: NamedUnit<Input, Result>, input: Input, wanted?: Wanted): Promise<Result>;
  /** Imports a file in a thread of its own; the verb in imports.ts says the rest. */
  importFile(bytes: AsyncIterable<Uint8Array>, input: ImportInput, wanted: Wanted): Promise<Answer<Imported>>;
  /**
   * Whether the store can be read and, if the last write failed for a fault of its disk, whether it can be written.
   * @throws StoreError `unavailable` that says what is wrong and whether a restart is needed.
   */
  check(): Promise<void>;
  readonly monitor: Monitor;
  /** Lets what was asked for finish, and ends the connection. Call no verb afterwards. */
  close(): Promise<void>;
};

/** What an open store tells of itself, for who watches over it. */
export type Monitor = {
  /** Writes that wait for their turn at this moment. */
  queued(): number;
  /** Writes refused since the store was opened, because too many were waiting. */
  shed(): number;
  /** Has `listener` called after each commit of this process: how many writes it held, and how long it took. */
  onCommit(listener: (writes: number, seconds: number) => void): void;
  /** The size of what is stored, in bytes. */
  sizeBytes(): Promise<number>;
};

/** `connections`: how many this process may have to a server at once. */
export type Limits = { connections: number };
