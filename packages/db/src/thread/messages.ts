import type { Progress } from '../progress.ts';
import type { Failure } from './failure.ts';

/** What a thread tells who started it. */
export type FromThread =
  | { kind: 'progress'; progress: Progress }
  /** It is about to write, or has ended that; the seconds are those of a transaction that was committed. */
  | { kind: 'lock' }
  | { kind: 'unlock'; seconds?: number | undefined }
  /** From here on nobody but the thread knows whether something is stored. */
  | { kind: 'committing' }
  /** It has room for the next piece of what it reads. */
  | { kind: 'room' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; failure: Failure }
  /** What there is to be known when the thread has nothing more to do. */
  | { kind: 'end'; note: unknown };

/** What it is told. */
export type ToThread =
  /** Nobody else of this process writes now. */
  | { kind: 'go' }
  /** A piece of what it reads; without bytes, its end. */
  | { kind: 'piece'; bytes?: Uint8Array<ArrayBuffer> | undefined };

/** With what a thread is started, besides what it is to do. */
export type ThreadData = { isCancelled: SharedArrayBuffer };
