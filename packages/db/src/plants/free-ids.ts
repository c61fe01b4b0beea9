// SQL by hand: who added a plant stands in one of two tables (docs/decisions/0006).
import { forever, sql } from '@plant-store/engine';
import { int64Max } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';

/** The greatest distance from the last id to a free one. */
const reach = 100n;

/** Ids that follow each other, the last one included. */
type IdRange = [first: bigint, last: bigint];

/**
 * The free ones of the hundred ids above the one that the actor added last, not by a file or in bulk; or above the newest
 * plant of the store, if it added none lately. Numbers of trade items, such as EANs, are passed over: no series goes on
 * after them (docs/decisions/0042).
 */
export async function freeIds(db: Database, actorId: bigint): Promise<IdRange[]> {
  const { own, all } = await newest(db, actorId);
  const ids = [...own, ...all];
  const last = ids.find((id) => !isTradeItem(id)) ?? ids[0] ?? 0n;
  const end = last > int64Max - reach ? int64Max : last + reach;
  const taken = await db.query<{ id: bigint }>(
    sql`SELECT "id" FROM "plants" WHERE "id" > ${last} AND "id" <= ${end} ORDER BY "id"`,
  );
  const free: IdRange[] = [];
  let first = last + 1n;
  for (const id of [...taken.map(({ id }) => id), end + 1n]) {
    if (first < id) free.push([first, id - 1n]);
    first = id + 1n;
  }
  return free;
}

/** The numbers of plants per query. An import takes one query, as the next one continues before it. */
const limits = [20n, 100n, 300n, 600n];

/** The ids of the newest plants, newest first, until one of them is of the actor's own series. */
async function newest(db: Database, actorId: bigint) {
  const own: bigint[] = [];
  const all: bigint[] = [];
  let before = forever;
  for (const limit of limits) {
    const plants = await db.query<Added>(addedBefore(before, limit));
    all.push(...plants.map(({ id }) => id));
    const ofActor = plants.filter((plant) => plant.actorId === actorId && plant.receiptId === null);
    own.push(...ofActor.map(({ id }) => id));
    const last = plants.at(-1);
    if (!last || own.some((id) => !isTradeItem(id))) break;
    // The id of a receipt is the time at which its plants begin.
    before = last.receiptId !== null && last.receiptId < last.addedAt ? last.receiptId : last.addedAt;
  }
  return { own, all };
}

type Added = { id: bigint; addedAt: bigint; actorId: bigint | null; receiptId: bigint | null };

/** Plants with the actor and the receipt of their first versions. */
const addedBefore = (time: bigint, limit: bigint) => sql`
  SELECT "p"."id", "p"."added_at" AS "addedAt",
    CASE WHEN "p"."change" IS NULL THEN "p"."actor_id" ELSE "first"."actor_id" END AS "actorId",
    CASE WHEN "p"."change" IS NULL THEN "p"."receipt_id" ELSE "first"."receipt_id" END AS "receiptId"
  FROM (SELECT * FROM "plants" WHERE "added_at" < ${time} ORDER BY "added_at" DESC, "id" DESC LIMIT ${limit}) AS "p"
  LEFT JOIN "plant_versions" AS "first"
    ON "first"."plant_id" = "p"."id" AND "first"."changed_at" = "p"."added_at" AND "p"."change" IS NOT NULL
  ORDER BY "p"."added_at" DESC, "p"."id" DESC`;

/** True for an id of 8 to 14 digits with the check digit of GS1, as in EAN and UPC. */
function isTradeItem(id: bigint): boolean {
  if (id < 10_000_000n || id >= 100_000_000_000_000n) return false;
  const digits = [...String(id).padStart(14, '0')].map(Number);
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0;
}
