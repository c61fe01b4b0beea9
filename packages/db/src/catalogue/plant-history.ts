import type { StoredPlant } from '@plant-store/schema';
import { type Actor, type ActorColumns, actorColumns, actorOf } from '../access/actors.ts';
import type { Database } from '../database.ts';
import { dateOf, forever } from '../engine/stamp.ts';
import { compose, type Statement } from '../engine/statement.ts';
import { changes, present, type Version } from './version.ts';

/** A change of a plant: who made it and when, as part of what, and what the plant was before it and after it. */
export type PlantChange = {
  at: Date;
  change: keyof typeof changes;
  by: Actor | undefined;
  receipt: { id: bigint; kind: string; file?: string; line?: number } | undefined;
  /** Absent where nothing is known to come before. */
  before: StoredPlant | undefined;
  /** The plant since then; of one that was deleted, what that was. */
  plant: StoredPlant;
};

type Row = Version & ActorColumns & { receiptKind: string | null; file: string | null };

/** Up to `limit` changes of a plant, the last first, from the one before the stamp `before` on; and where to go on. */
export async function list(
  db: Database,
  id: bigint,
  { limit, before = forever }: { limit: number; before?: bigint | undefined },
): Promise<{ changes: PlantChange[]; next: bigint | undefined }> {
  // One more than asked for, to know what was before the last one.
  const rows = await db.query<Row>(versions(id, before, BigInt(limit + 1)));
  const page = rows.slice(0, limit);
  return {
    changes: page.map((row, index) => toChange(row, rows[index + 1])),
    next: rows.length > limit ? page.at(-1)?.changedAt : undefined,
  };
}

const versions = (id: bigint, before: bigint, count: bigint): Statement => compose`
  SELECT "versions".*, ${actorColumns}, "receipts"."kind" AS "receiptKind", "receipts"."file"
  FROM (
    SELECT "id", "name", "tag", coalesce("changed_at", "added_at") AS "changedAt", coalesce("change", 0) AS "change",
      "actor_id" AS "actorId", "receipt_id" AS "receiptId", "line"
    FROM "plants" WHERE "id" = ${id} AND coalesce("changed_at", "added_at") < ${before}
    UNION ALL
    SELECT "plant_id", "name", "tag", "changed_at", "change", "actor_id", "receipt_id", "line"
    FROM "plant_versions" WHERE "plant_id" = ${id} AND "changed_at" < ${before}
  ) AS "versions"
  LEFT JOIN "actors" ON "actors"."id" = "actorId" LEFT JOIN "receipts" ON "receipts"."id" = "receiptId"
  ORDER BY "changedAt" DESC LIMIT ${count}`;

const nameOf = Object.fromEntries(Object.entries(changes).map(([name, number]) => [String(number), name]));

function toChange(row: Row, earlier: Row | undefined): PlantChange {
  const { receiptId, receiptKind, file, line } = row;
  const change = nameOf[String(row.change)] as PlantChange['change'];
  return {
    at: dateOf(row.changedAt),
    change,
    by: actorOf(row),
    receipt:
      receiptId === null
        ? undefined
        : {
            id: receiptId,
            kind: receiptKind ?? '',
            ...(file !== null && { file }),
            ...(line !== null && { line: Number(line) }),
          },
    // A plant that is added under the id of a deleted one has nothing to do with that.
    before: change === 'created' ? undefined : earlier && present(earlier),
    plant: present(row),
  };
}
