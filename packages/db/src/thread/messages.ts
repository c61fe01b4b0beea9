import type { Progress } from '../progress.ts';
import type { Failure } from './failure.ts';

/** What a thread tells who started it. */
export type FromThread =
  | { kind: 'progress'; progress: Progress }
  /** It is about to write, or has ended that. */
  | { kind: 'lock' }
  | { kind: 'unlock'; unlocked: Unlocked }
  /** From here on nobody but the thread knows whether something is stored. */
  | { kind: 'committing' }
  /** It has room for the next piece of what it reads. */
  | { kind: 'room' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; failure: Failure }
  /** What there is to be known when the thread has nothing more to do. */
  | { kind: 'end'; note: unknown };

/** What came of an attempt to write. */
export type Unlocked = {
  /** How long the transaction took that was committed. */
  seconds?: number | undefined;
  /** Whether nothing was tried, as another process is writing. */
  isBarred?: boolean;
};

/** What it is told. */
export type ToThread =
  /** Nobody else of this process writes now; and what it is to know before it does. */
  | { kind: 'go'; told: unknown }
  /** A piece of what it reads; without bytes, its end. */
  | { kind: 'piece'; bytes?: Uint8Array<ArrayBuffer> | undefined };

/** With what a thread is started, besides what it is to do. */
export type ThreadData = { isCancelled: SharedArrayBuffer };
