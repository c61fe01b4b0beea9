import type SqliteConnection from 'better-sqlite3';
import type { Steps, Unit } from '../../core/sql.ts';

/** A thread imports these by the module's URL, as no function can be sent to a thread. */
export type ThreadModule = {
  /** Records the events of writes, in their transaction. */
  journal(events: object[]): Steps<void>;
  createBackgroundWork(
    connection: SqliteConnection.Database,
    commit: (unit: Unit<boolean>) => boolean,
  ): BackgroundWork;
  longReads: Record<string, (input: never) => Steps<unknown>>;
};

/** Work for which no caller waits, in batches with other writes between them. */
export type BackgroundWork = {
  request(): void;
  isDue(): boolean;
  /** Does a batch if it is due; called after each commit, and while `isDue`. @returns whether more is left */
  update(): boolean;
};
