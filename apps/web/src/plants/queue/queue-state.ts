import type { Damaged } from './queue-database.ts';
import type { QueuedPlant } from './queued-plant.ts';
import type { Pause } from './send.ts';

/** State of the queue; a new object after each change. */
export type QueueState = {
  entries: readonly QueuedPlant[];
  damaged: readonly Damaged[];
  pause: Pause | undefined;
  /** The keys of the plants whose request has no answer yet. */
  sending: ReadonlySet<string>;
  /** True if entries stay after the page is closed; `undefined` until the database has answered. */
  isPersisted: boolean | undefined;
};

export const emptyQueue: QueueState = {
  entries: [],
  damaged: [],
  pause: undefined,
  sending: new Set(),
  isPersisted: undefined,
};

/**
 * True if the page may say that the plant waits: the browser has stored it, so that a reload keeps it, or stores nothing,
 * which the page says too.
 */
export const isKept = ({ isPersisted }: QueueState, { seq }: QueuedPlant): boolean =>
  seq !== undefined || isPersisted === false;
