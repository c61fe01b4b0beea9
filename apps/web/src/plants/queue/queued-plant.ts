import { bulkMax, NewPlant, plantFields } from '@plant-store/schema';
import * as z from 'zod';

/** The last millisecond of a date (ECMA-262, time values); the first one is equally far before 1970. */
const dateMax = 8.64e15;

/** A plant that somebody typed, until the store confirms it. */
export const QueuedPlant = z.object({
  /** The place in the order of typing, which the browser's database gives. */
  seq: z.int().optional(),
  /** The Idempotency-Key of a request for this plant alone. */
  key: z.string().min(1),
  /** The session in which the plant was typed (`ownerOf`). */
  owner: z.string().min(1),
  /** Milliseconds since 1970, by the clock of this device. */
  typedAt: z.number().min(-dateMax).max(dateMax),
  plant: NewPlant,
  /** True after the first request with this plant. The store may have saved it then. */
  isTried: z.boolean(),
  /** The bulk request of this plant. A retry must have the same key and the same plants. */
  batch: z.object({ key: z.string().min(1), size: z.int() }).optional(),
  /** Why the store refused it. */
  refusal: z
    .object({
      error: z.int(),
      message: z.string(),
      problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
      /** The name of the plant that has the id. */
      holder: z.string().optional(),
    })
    .optional(),
});
export type QueuedPlant = z.infer<typeof QueuedPlant>;

/** True if the plant waits to be sent. A refused plant waits for a correction instead. */
export const isWaiting = ({ refusal }: QueuedPlant): boolean => refusal === undefined;

/**
 * The plants of the next request in the order of typing, up to `bulkMax`. A retry has the same plants as the first try,
 * because the store knows a retry by its key and its body.
 */
export function nextPart(entries: readonly QueuedPlant[]): QueuedPlant[] {
  const waiting = entries.filter(isWaiting);
  const [first] = waiting;
  if (!first) return [];
  if (first.batch) {
    const together = waiting.filter(({ batch }) => batch?.key === first.batch?.key);
    // If a person removed some of them, the others are sent one by one. The store recognises them by their ids.
    return together.length === first.batch.size ? together : [first];
  }
  if (first.isTried) return [first];
  const end = waiting.findIndex(({ isTried }) => isTried);
  return waiting.slice(0, end === -1 ? bulkMax : Math.min(end, bulkMax));
}

/** True if two plants are equal in every field. */
export const isSame = (one: NewPlant, other: NewPlant): boolean =>
  plantFields.every((field) => one[field] === other[field]);
