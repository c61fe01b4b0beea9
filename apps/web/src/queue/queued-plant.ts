import { NewPlant } from '@plant-store/schema';
import * as z from 'zod';

/** The last millisecond that a date can be (ECMA-262, time values); the first one is as far before 1970. */
const dateMax = 8.64e15;

/** A plant that somebody typed, until the store confirms it. */
export const QueuedPlant = z.object({
  /** Its place in the order of typing; the database of the browser gives it. */
  seq: z.int().optional(),
  /** The Idempotency-Key of its own request. */
  key: z.string().min(1),
  /** The session that typed it (`ownerOf`). */
  owner: z.string().min(1),
  /** Milliseconds since 1970, by the clock of this device. */
  typedAt: z.number().min(-dateMax).max(dateMax),
  plant: NewPlant,
  /** A request with it was sent, so the store may have saved it. */
  isTried: z.boolean(),
  /** The bulk request it was sent in; a retry must have the same key and the same plants. */
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

/** Whether it is to be sent; a refused one waits to be corrected. */
export const isWaiting = ({ refusal }: QueuedPlant): boolean => refusal === undefined;

/** One bulk request takes no more plants than this. */
const partMax = 1_000;

/**
 * The plants of the next request, in the order of typing; none when nothing waits. Plants that were sent together go
 * together again, and a plant that was sent alone goes alone: the store knows a retry by its key and its body.
 */
export function nextPart(entries: readonly QueuedPlant[]): QueuedPlant[] {
  const waiting = entries.filter(isWaiting);
  const [first] = waiting;
  if (!first) return [];
  if (first.batch) {
    const together = waiting.filter(({ batch }) => batch?.key === first.batch?.key);
    // Some of them were removed meanwhile. Each of the others is recognised by its id.
    return together.length === first.batch.size ? together : [first];
  }
  if (first.isTried) return [first];
  const end = waiting.findIndex(({ isTried }) => isTried);
  return waiting.slice(0, end === -1 ? partMax : Math.min(end, partMax));
}

/** Whether two plants are the same in every field. */
export const isSame = (one: NewPlant, other: NewPlant): boolean =>
  one.id === other.id && one.name === other.name && one.tag === other.tag;
