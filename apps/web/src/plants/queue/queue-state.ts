import type { Damaged } from './queue-database.ts';
import type { QueuedPlant } from './queued-plant.ts';
import type { Pause } from './send.ts';

/** State of the queue; a new object after each change. */
export type QueueState = {
  entries: readonly QueuedPlant[];
  /** Records of the browser's database that cannot be read. */
  damaged: readonly Damaged[];
  pause: Pause | undefined;
  /** Keys of the plants whose request is under way. */
  sending: ReadonlySet<string>;
  /** True if entries outlive the page; `undefined` until the database has answered. */
  isPersisted: boolean | undefined;
};

/** The state before anything is known of the entries. */
export const emptyQueue: QueueState = {
  entries: [],
  damaged: [],
  pause: undefined,
  sending: new Set(),
  isPersisted: undefined,
};
