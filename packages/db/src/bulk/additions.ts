// SQL by hand: groups of entries, and their plants in one statement (docs/decisions/0006).

import { compose, currentTime, type Statement, sql } from '@plant-store/engine';
import type { Activity, StoredPlant } from '@plant-store/schema';
import { type PlantValues, StoreError } from '@plant-store/schema/without-zod';
import { toActor } from '../core/actors.ts';
import { plantColumns } from '../core/plant-columns.ts';
import type { Database } from '../handle/database.ts';
import { toStoredPlant } from '../plants/version.ts';
import { afterId } from '../plants/version-reads.ts';
import { isoOf, undoableUntil, zeroCounts } from './receipts.ts';

/** Plants that one actor added one by one within an hour of UTC. `first` and `last` are the numbers of its audit entries. */
export type Group = { first: bigint; last: bigint; at: bigint; actorId: bigint | null; count: bigint };

/**
 * The entries of a group have numbers in one such block, so that it stays bounded, also if a program adds a million plants
 * in an hour. The blocks never move, so nor do the groups.
 */
const blockLength = 10_000n;
export const blockStart = (number: bigint): bigint => number - (number % blockLength);
const blockEnd = (number: bigint): bigint => blockStart(number) + blockLength;

/** The hour of an entry, by its number. */
const hour = sql`"at" / 3600000000`;
const hourLength = 3_600_000_000n;

/** The entries of one block and their groups, with the receipts among them, newest first, from before `before`. */
export const groupsBefore = (before: bigint, receiptActions: Statement): Statement => compose`
  SELECT min("number") AS "first", max("number") AS "last", max("at") AS "at", "actor_id" AS "actorId",
    count(DISTINCT "subject") AS "count", min(CASE WHEN "action" <> 'plants.create' THEN "subject" END) AS "receipt"
  FROM "audit_entries"
  WHERE "number" >= ${blockStart(before - 1n)} AND "number" < ${blockEnd(before - 1n)}
    AND "action" IN ('plants.create', ${receiptActions})
  GROUP BY CASE WHEN "action" = 'plants.create' THEN 0 ELSE "number" END, "actor_id", ${hour}
  HAVING max("number") < ${before} ORDER BY "last" DESC`;

/** The entries of the group that begins with the entry `first`, up to the number `last`. */
export const isOfGroup = ({ first, last, at, actorId }: Omit<Group, 'count'>): Statement => compose`
  "number" BETWEEN ${first} AND ${last} AND "action" = 'plants.create' AND ${hour} = ${at / hourLength}
  AND "actor_id" IS NOT DISTINCT FROM ${actorId}`;

/** The group that begins with the entry `first`; only its part up to the entry `until`, if that is given. */
export async function groupOf(db: Database, first: bigint, until = blockEnd(first)): Promise<Group> {
  const begin = await db.prisma.auditEntry.findUnique({ where: { number: first, action: 'plants.create' } });
  if (!begin || until < first)
    throw new StoreError('notFound', `no plants were added with the audit entry ${first}`);
  const end = until < blockEnd(first) ? until : blockEnd(first) - 1n;
  const [group] = await db.query<Pick<Group, 'last' | 'at' | 'count'>>(compose`
    SELECT max("number") AS "last", max("at") AS "at", count(DISTINCT "subject") AS "count"
    FROM "audit_entries" WHERE ${isOfGroup({ ...begin, first, last: end })}`);
  return { first, actorId: begin.actorId, ...group } as Group;
}

/** The group that begins with the entry `id`, as it is now, or as it was with the entry `last` as its end. */
export async function getAdditions(
  db: Database,
  { id, last }: { id: bigint; last?: bigint | undefined },
): Promise<Activity> {
  const [additions] = await withFacts(db, [await groupOf(db, id, last)]);
  return additions as Activity;
}

/** Up to `limit` of the plants with ids that the group added, as they are now, by their ids, after the id `after`. */
export async function addedPlants(
  db: Database,
  { id, after, limit }: { id: bigint; after?: bigint | undefined; limit: number },
): Promise<StoredPlant[]> {
  const group = await groupOf(db, id);
  const rows = await db.query<PlantValues>(compose`
    SELECT ${plantColumns} FROM "plants" WHERE "id" IN (
      SELECT CAST("subject" AS BIGINT) FROM "audit_entries" WHERE ${isOfGroup(group)})
    AND ${afterId('id', after)} ORDER BY "id" LIMIT ${BigInt(limit)}`);
  return rows.map(toStoredPlant);
}

/** Groups with their actors, their times and their undos. */
export async function withFacts(db: Database, groups: Group[]): Promise<Activity[]> {
  if (groups.length === 0) return [];
  const ids = groups.flatMap(({ actorId }) => actorId ?? []);
  const [actors, undos, time] = await Promise.all([
    db.prisma.actor.findMany({ where: { id: { in: ids } } }),
    db.prisma.receipt.findMany({
      where: { addedFirst: { in: groups.map(({ first }) => first) } },
      select: { id: true, addedFirst: true, addedLast: true },
    }),
    currentTime(db),
  ]);
  return groups.map((group): Activity => {
    const { first, last, at, count } = group;
    const actor = actors.find(({ id }) => id === group.actorId);
    const undo = undos.find(({ addedFirst, addedLast }) => addedFirst === first && addedLast === last);
    return {
      ...{ id: first, last, kind: 'additions', at: isoOf(at), by: actor ? toActor(actor) : undefined },
      ...{ ...zeroCounts, rows: Number(count), created: Number(count) },
      undoneBy: undo?.id,
      undoableUntil: undo ? undefined : undoableUntil(at, time),
    };
  });
}
