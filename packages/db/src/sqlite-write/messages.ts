import type { AuditEvent } from '../audit/event.ts';
import type { OpenedFiles } from '../sqlite/file-watch.ts';
import type { Query, Shape } from '../sqlite/prepared-statements.ts';
import type { Failure } from '../thread/failure.ts';

// What the store and the thread that writes to it tell each other.

/** What the thread is asked for. Every ask has a number, and its reply names that. `waitedMs`: it has waited so long already. */
export type Ask = { id: number; waitedMs?: number } & (
  | Work
  /** A statement of the open transaction `of`, which is the number of its `begin`. */
  | { kind: 'step'; of: number; query: Query; shape: Shape }
  /** Ends the open transaction; it replies when what was kept is on disk. */
  | { kind: 'end'; of: number; isKept: boolean }
  | Call
);

/** What is committed, together with what comes at the same time. */
export type Work =
  /** A statement. If it gives any row, `event` is recorded with it. */
  | { kind: 'query'; query: Query; shape: Shape; event?: AuditEvent | undefined }
  /** A unit, which the thread finds by its module and name. */
  | { kind: 'unit'; module: string; name: string; input: unknown }
  /** Commits without changing anything, and fails as any other commit would. It does not wait for a lock. */
  | { kind: 'touch' }
  /** Opens a transaction of several statements; nothing else is written until its `end`. */
  | { kind: 'begin' };

/** What is done between two commits. */
export type Call =
  /** Another thread looks after the log from now on, until `takeLog` with what that one found. */
  | { kind: 'leaveLog' }
  | { kind: 'takeLog'; found: ToldLog | undefined }
  /** Tries again what failed when the log was moved into the database; replies with what is wrong still. */
  | { kind: 'checkLog' }
  /** Saves what is in the log alone, if the files were taken away. */
  | { kind: 'save' }
  /** Much was found that the index of words does not know of. */
  | { kind: 'look' }
  | { kind: 'close' };

export type Reply = { id: number } & (
  | { result: unknown }
  /** `isOfStore`: the next write would meet the same fault. */
  | { failure: Failure; isOfStore: boolean }
);

/** The state of the log, as one thread tells it another. */
export type ToldLog = { fault: Failure | undefined; isHalfMoved: boolean };

/** What the thread tells: replies, those of one commit together with how many writes it held and how long it took. */
export type Told = { replies: Reply[]; commit?: { writes: number; seconds: number }; log: ToldLog };

/** The first message of the thread: which files it has opened, or why it could not. */
export type Opening = { opened: OpenedFiles } | { failure: Failure };
