import type { Progress } from '../core/progress.ts';
import type { SerializedError } from './serialized-error.ts';

export type MessageFromThread =
  | { kind: 'progress'; progress: Progress }
  /** After this message only the thread knows whether something is stored. */
  | { kind: 'committing' }
  | { kind: 'committed'; seconds: number }
  | { kind: 'room' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; failure: SerializedError };

/** A chunk of the source for the thread; a message without bytes is the end of the source. */
export type MessageToThread = { bytes?: Uint8Array<ArrayBuffer> | undefined };

export type ThreadData = { cancelled: SharedArrayBuffer };
