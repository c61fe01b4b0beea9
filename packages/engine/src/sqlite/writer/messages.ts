import type { Progress } from '../../core/progress.ts';
import type { SerializedError } from '../../threads/serialized-error.ts';
import type { Query, Shape } from '../connection/prepared-statements.ts';
import type { OpenedFiles } from '../file/file-watch.ts';

/** A request to the thread. It waits for the lock until its deadline by `process.uptime`, which all threads share. */
export type WriterRequest = { id: number; deadline: number } & (
  | Write
  /** A statement of the open transaction; `of` is the id of its `begin`. */
  | { kind: 'step'; of: number; query: Query; shape: Shape }
  /** Ends the open transaction; the reply is sent when the transaction is on disk. */
  | { kind: 'end'; of: number; isKept: boolean }
  | LongWorkRequest
  | WriterCall
);

export type Write =
  | { kind: 'query'; query: Query; shape: Shape }
  | { kind: 'oneStep' | 'unit'; module: string; name: string; input: unknown }
  /** A commit without a change, to detect faults. It waits for no lock. */
  | { kind: 'touch' }
  | { kind: 'begin' };

export type LongWorkRequest = {
  kind: 'long';
  module: string;
  name: string;
  input: unknown;
  cancelled: SharedArrayBuffer;
  staging?: string | undefined;
};

export type WriterCall = { kind: 'checkLog' } | { kind: 'save' } | { kind: 'background' } | { kind: 'close' };

export type Reply = { id: number } & (
  | { result: unknown }
  /** `isOfStore`: whether the next write would have the same fault. */
  | { failure: SerializedError; isOfStore: boolean }
);

/** `progress` is empty at the start of long work. `logFault` prevents moving the log into the database. */
export type WriterMessage = {
  replies: Reply[];
  commit?: { writes: number; seconds: number };
  progress?: { id: number; progress?: Progress };
  logFault: SerializedError | undefined;
};

export type OpenMessage = { opened: OpenedFiles } | { failure: SerializedError };
