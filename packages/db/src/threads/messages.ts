import type { Progress } from '../core/progress.ts';
import type { SerializedError } from './serialized-error.ts';

export type MessageFromThread =
  | { kind: 'progress'; progress: Progress }
  /** From here on only the thread knows whether something is stored. */
  | { kind: 'committing' }
  /** A transaction was committed, which took so many seconds. */
  | { kind: 'committed'; seconds: number }
  /** The thread has room for another piece of its source. */
  | { kind: 'room' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; failure: SerializedError };

/** A piece of the thread's source; without bytes, the end of it. */
export type MessageToThread = { bytes?: Uint8Array<ArrayBuffer> | undefined };

/** The data that every thread is started with, besides its input. */
export type ThreadData = { cancelled: SharedArrayBuffer };
