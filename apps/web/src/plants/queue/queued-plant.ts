import { bulkMax, type NewPlant, plantFields, type StoredPlant, storedFields } from '@plant-store/schema';
import * as z from 'zod/mini';

/** The last millisecond of a date (ECMA-262, time values). The first date is equally far before 1970. */
const dateMax = 8.64e15;

/** A row that was pasted with a problem, as it was typed. It waits for a correction. */
const TypedRow = z.object({ id: z.string(), name: z.string(), tag: z.optional(z.string()) });
type TypedRow = z.infer<typeof TypedRow>;

const isPlant = (plant: StoredPlant | TypedRow): plant is StoredPlant => typeof plant.id === 'bigint';

/** A typed plant that the store has not confirmed yet. */
export const QueuedPlant = z
  .object({
    /** The position in the order of typing. The browser's database assigns it. */
    seq: z.optional(z.int()),
    /** The idempotency key of a request for this plant alone. */
    key: z.string().check(z.minLength(1)),
    /** The session in which the plant was typed, as `ownerOf` names it. */
    owner: z.string().check(z.minLength(1)),
    /** Milliseconds since 1970, by the clock of this device. */
    typedAt: z.number().check(z.minimum(-dateMax), z.maximum(dateMax)),
    /** Unchanged, as a retry must have the same text. The store refuses a name that an earlier version accepted. */
    plant: z.union([z.object(storedFields), TypedRow]),
    /** True after the first request with this plant: the store may have saved it. */
    isTried: z.boolean(),
    /** The bulk request of this plant. A retry must have the same key and the same plants. */
    batch: z.optional(z.object({ key: z.string().check(z.minLength(1)), size: z.int() })),
    refusal: z.optional(
      z.object({
        error: z.int(),
        message: z.string(),
        problems: z.array(z.object({ pointer: z.string(), message: z.string() })),
        /** The name of the other plant that has the id. */
        holder: z.optional(z.string()),
      }),
    ),
  })
  .check(
    z.refine(
      ({ plant, refusal }) => refusal !== undefined || isPlant(plant),
      'a row without an id must wait for a correction',
    ),
  );
export type QueuedPlant = z.infer<typeof QueuedPlant>;

export type WaitingPlant = QueuedPlant & { plant: StoredPlant };

/** True if the plant waits to be sent. A refused plant waits for a correction instead. */
export const isWaiting = (entry: QueuedPlant): entry is WaitingPlant => entry.refusal === undefined;

/** True for a row that was pasted with a problem. */
export const isTypedRow = ({ plant }: QueuedPlant): boolean => !isPlant(plant);

/** A pasted row may lack the name. */
export const nameOf = ({ plant }: QueuedPlant): string => plant.name || String(plant.id);

/** A row for the queue: a plant, or a row with a problem and the reason. */
export type NewRow = { plant: StoredPlant; refusal?: undefined } | RefusedRow;
type RefusedRow = { plant: TypedRow; refusal: NonNullable<QueuedPlant['refusal']> };

/** The row of an entry, to queue it again: a plant is sent again, a row with a problem still waits for its correction. */
export const rowOf = ({ plant, refusal }: QueuedPlant): NewRow[] => {
  if (isPlant(plant)) return [{ plant }];
  return refusal ? [{ plant, refusal }] : [];
};

/** A retry has the plants of the first request, because the store compares key and body. */
export function nextPart(entries: readonly QueuedPlant[]): WaitingPlant[] {
  const waiting = entries.filter(isWaiting);
  const [first] = waiting;
  if (!first) return [];
  if (first.batch) {
    const together = waiting.filter(({ batch }) => batch?.key === first.batch?.key);
    // If a person removed plants of the batch, the rest is sent one by one. The store knows saved plants by their ids.
    return together.length === first.batch.size ? together : [first];
  }
  if (first.isTried) return [first];
  const end = waiting.findIndex(({ isTried }) => isTried);
  return waiting.slice(0, end === -1 ? bulkMax : Math.min(end, bulkMax));
}

export const isSame = (one: QueuedPlant['plant'], other: NewPlant): boolean =>
  plantFields.every((field) => one[field] === other[field]);

/** True if an entry is in the same state as another one: neither corrected, sent nor refused since. */
export const isInState = (one: QueuedPlant, other: QueuedPlant | undefined): boolean =>
  one.key === other?.key &&
  one.isTried === other.isTried &&
  one.batch?.key === other.batch?.key &&
  isWaiting(one) === isWaiting(other);
