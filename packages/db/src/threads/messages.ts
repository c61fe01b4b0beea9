import type { Progress } from '../core/progress.ts';
import type { Failure } from './failure.ts';

export type FromThread =
  | { kind: 'progress'; progress: Progress }
  /** From here on only the thread knows whether something is stored. */
  | { kind: 'committing' }
  /** A transaction was committed, which took so many seconds. */
  | { kind: 'committed'; seconds: number }
  /** The thread has room for another piece of its source. */
  | { kind: 'room' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; failure: Failure };

/** A piece of the thread's source; without bytes, the end of it. */
export type ToThread = { bytes?: Uint8Array<ArrayBuffer> | undefined };

/** The data that every thread is started with, besides its input. */
export type ThreadData = { cancelled: SharedArrayBuffer };
