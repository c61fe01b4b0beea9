import { currentTime, dateOf } from '@plant-store/engine';
import type { StoredPlant } from '@plant-store/schema';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { scanLimits } from '../audit/audit-log.ts';
import { emptyHead, type Head, headSql } from '../audit/chain.ts';
import { chainPending } from '../audit/pending.ts';
import type { Database } from '../handle/database.ts';
import { changes, toStoredPlant } from '../plants/version.ts';
import {
  currentOf,
  type Entry,
  type EventType,
  earlierOf,
  entriesBetween,
  hashOf,
  newestAfter,
  plantsOf,
  type ReceiptPart,
  reach,
  type Touched,
  typeOfAction,
} from './entries.ts';
import { fromPosition, gone, type Place, toPosition } from './position.ts';

export type Event = {
  /** Opaque, unique to the event; `read` continues after it. */
  position: string;
  type: EventType;
  at: Date;
  id: bigint;
  /** The plant as it is now, never older than the event; `undefined` if there is none. */
  plant: StoredPlant | undefined;
  /** Of the action on many plants that touched this one; `undefined` for an action on one plant. */
  receipt: bigint | undefined;
};

/** The position after all that was chained. On PostgreSQL, writes of the last second may come after it. */
export const head = async (db: Database): Promise<string> => toPosition(await headOf(db));

async function headOf(db: Database): Promise<Head> {
  const [found = emptyHead] = await db.query<Head>(headSql);
  return found;
}

/** The number of the entry to which a position belongs. */
export const entryOf = (position: string): bigint => fromPosition(position).number;

/**
 * The newest entry, and the newest one about plants, of those after `seen`. On PostgreSQL it chains the pending events
 * first, so that no reader waits for the process that does so every second.
 */
export async function newest(db: Database, seen: bigint): Promise<Newest> {
  await chainPending(db);
  const [found = { last: null, aboutPlants: null }] = await db.query<Newest>(newestAfter(seen));
  return found;
}

export type Newest = { last: bigint | null; aboutPlants: bigint | null };

/** The maximum number of receipts per page, each of which is a query. */
const receiptsMax = 100;

/**
 * Up to `limit` events after a position: one for each plant that an entry of the audit log touched. A page may have
 * fewer, or none, although more follow; `isEnd` says that none follows. Without a position there are no events, and
 * `next` is the present end.
 * @throws StoreError `invalidField`, or `gone` for a position that this store cannot continue from
 */
export async function read(
  db: Database,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ events: Event[]; next: string; isEnd: boolean }> {
  // Under load each query of PostgreSQL waits for a connection, so some go side by side.
  const [from, end] = await Promise.all([after === undefined ? undefined : placeOf(db, after), headOf(db)]);
  if (!from) return { events: [], next: toPosition(end), isEnd: true };
  // Entries are read before plants, so no plant is older than its event.
  const { entries, last } = await scan(db, from, end, limit);
  const [{ events, isWhole, place }] = await Promise.all([
    eventsOf(db, from, entries, limit),
    entries.length > 0 && assertInReach(db, entries),
  ]);
  const reached = isWhole ? { number: last, hash: await hashAt(db, last, end) } : place;
  return { events, next: toPosition(reached), isEnd: isWhole && last === end.number };
}

/** @throws StoreError `gone` if the entry of the position is not in this store, or not with its hash */
async function placeOf(db: Database, after: string): Promise<Place> {
  const { number, id } = fromPosition(after);
  const [entry] = number === 0n ? [emptyHead] : await db.query<Head>(hashOf(number));
  const place = entry && { number, hash: entry.hash, id };
  if (place && toPosition(place) === after) return place;
  throw gone('is not in the history of this store: it is of another store, or later than a restored backup');
}

/** The entries about plants from a place on, at most `limit`, and the number of the last one that was looked at. */
async function scan(db: Database, from: Place, end: Head, limit: number) {
  const { entriesMax, scansMax } = scanLimits[db.engine];
  const entries: Entry[] = [];
  let last = from.id === undefined ? from.number : from.number - 1n;
  for (let scans = 0; scans < scansMax && last < end.number && entries.length < limit; scans++) {
    const until = end.number - last <= entriesMax ? end.number : last + entriesMax;
    entries.push(...(await db.query<Entry>(entriesBetween(last + 1n, until, limit - entries.length))));
    last = entries.length < limit ? until : (entries.at(-1)?.number ?? until);
  }
  return { entries, last };
}

async function assertInReach(db: Database, entries: Entry[]) {
  const oldest = (await currentTime(db)) - reach;
  if (entries.some(({ at }) => at < oldest))
    throw gone('is older than 29 days, so plants that were deleted after it may be unknown by now');
}

const hashAt = async (db: Database, number: bigint, end: Head): Promise<string> =>
  number === end.number ? end.hash : ((await db.query<Head>(hashOf(number)))[0]?.hash ?? '');

/** The events of entries, at most `limit`, and the place after the last one; `isWhole` if none is left out. */
async function eventsOf(db: Database, from: Place, entries: Entry[], limit: number) {
  const events: Event[] = [];
  let place: Place = { number: from.number, hash: from.hash };
  let isWhole = true;
  let receipts = 0;
  for (const { number, hash, at, action, subject } of entries) {
    const free = limit - events.length;
    isWhole = free > 0 && receipts < receiptsMax;
    if (!isWhole) break;
    place = { number, hash };
    const { receipt, id } = subjectOf(subject);
    const type = typeOfAction[action];
    const entry = { at: dateOf(at), receipt };
    if (type && id !== undefined) {
      events.push({ position: toPosition(place), type, ...entry, id, plant: undefined });
    } else if (receipt !== undefined) {
      receipts++;
      const after = from.number === number ? from.id : undefined;
      const touched = await touchedBy(db, { receipt, after, limit: BigInt(free) });
      events.push(...touched.map((row) => eventOf(row, place, entry)));
      if (touched.length === free) place.id = touched.at(-1)?.id;
    }
  }
  await addPlants(
    db,
    events.filter(({ plant }) => !plant),
  );
  return { events, place, isWhole: isWhole && place.id === undefined };
}

/** The plants of a part of a receipt, in the order of their ids. */
async function touchedBy(db: Database, part: ReceiptPart): Promise<Touched[]> {
  // In this order, as a further change moves a plant from the first to the second.
  const current = await db.query<Touched>(currentOf(db.engine, part));
  const earlier = await db.query<Touched>(earlierOf(db.engine, part));
  if (earlier.length === 0) return current;
  const byId = new Map([...earlier, ...current].map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, Number(part.limit));
}

/** The receipt or the plant that an entry names. */
function subjectOf(subject: string | null): { receipt?: bigint; id?: bigint } {
  const [, ofReceipt, digits] = /^(receipt )?(-?\d{1,19})$/.exec(subject ?? '') ?? [];
  if (digits === undefined) return {};
  // The number in a manipulated entry may be too large for a query.
  const number = BigInt.asIntN(64, BigInt(digits));
  return ofReceipt ? { receipt: number } : { id: number };
}

const typeOfChange = new Map<bigint, EventType>(
  Object.entries(changes).map(([name, change]) => [change, `plant.${name}` as EventType]),
);

const eventOf = ({ change, ...row }: Touched, place: Place, entry: Pick<Event, 'at' | 'receipt'>): Event => ({
  position: toPosition({ ...place, id: row.id }),
  type: typeOfChange.get(change) ?? 'plant.changed',
  ...entry,
  id: row.id,
  plant: row.name === undefined ? undefined : toStoredPlant(row as PlantValues),
});

async function addPlants(db: Database, events: Event[]) {
  if (events.length === 0) return;
  const ids = [...new Set(events.map(({ id }) => id))];
  const present = new Map(
    (await db.query<PlantValues>(plantsOf(db.engine, ids))).map((row) => [row.id, row]),
  );
  for (const event of events) {
    const row = present.get(event.id);
    event.plant = row && toStoredPlant(row);
  }
}
