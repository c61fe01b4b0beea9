// SQL by hand: a follower reads all entries, and plants of an import by the thousand (docs/decisions/0006).

import { compose, days, raw, type Statement, sql } from '@plant-store/engine';
import type { PlantValues } from '@plant-store/schema/without-zod';
import type { Head } from '../audit/chain.ts';
import { receiptActions } from '../bulk/receipts.ts';
import { textColumnsOf } from '../core/plant-columns.ts';
import { afterId } from '../plants/version-reads.ts';

/** An entry about plants. */
export type Entry = Head & { at: bigint; action: string; subject: string | null };

export type EventType = `plant.${'created' | 'changed' | 'restored' | 'deleted'}`;

/** The events of actions on one plant. An action on many has a receipt, and the change is in each version. */
export const typeOfAction: Record<string, EventType> = {
  'plants.create': 'plant.created',
  'plants.replace': 'plant.changed',
  'plants.update': 'plant.changed',
  'plants.delete': 'plant.deleted',
  'plants.restore': 'plant.restored',
  'plants.respellTags': 'plant.changed',
};

const actions = raw(
  [...Object.keys(typeOfAction), ...receiptActions].map((action) => `'${action}'`).join(', '),
);

/** Up to `limit` entries about plants of the numbers `first` to `last`. */
export const entriesBetween = (first: bigint, last: bigint, limit: number): Statement => compose`
  SELECT "number", "at", "action", "subject", "hash" FROM "audit_entries"
  WHERE "number" BETWEEN ${first} AND ${last} AND "action" IN (${actions}) ORDER BY "number" LIMIT ${BigInt(limit)}`;

/** The newest entry, and the newest one about plants, of those after `seen`. */
export const newestAfter = (seen: bigint): Statement => compose`
  SELECT max("number") AS "last", max(CASE WHEN "action" IN (${actions}) THEN "number" END) AS "aboutPlants"
  FROM "audit_entries" WHERE "number" > ${seen}`;

/** The hash of the entry `number`. */
export const hashOf = (number: bigint): Statement =>
  sql`SELECT "hash" FROM "audit_entries" WHERE "number" = ${number}`;

/** Plants leave the trash after 30 days, and with them the traces of their deletion. */
export const reach = days(29);

/** A plant of a receipt; the texts of one that is deleted now are null. */
export type Touched = { [Field in keyof PlantValues]: PlantValues[Field] | null } & {
  id: bigint;
  change: bigint;
};

/**
 * Up to `limit` plants of a receipt, in the order of their ids, after the id `after`: as they are now, with the last
 * change of the receipt. It is one statement, as a further change moves a plant from one table to the other.
 */
export function touchedBy(receipt: bigint, after: bigint | undefined, limit: bigint): Statement {
  // Each id is one lookup in the index. PostgreSQL has no statistics of a new receipt: it would read and sort all of its
  // plants for each page.
  const nextIds = (ids: string, table: string, column: 'id' | 'plant_id') => {
    const [rows, id, last] = [raw(`"${table}"`), raw(`"${table}"."${column}"`), raw(`"${ids}"`)];
    return compose`${last} ("id", "n") AS (
      SELECT min(${id}), CAST(1 AS BIGINT) FROM ${rows} WHERE "receipt_id" = ${receipt} AND ${afterId(column, after)}
      UNION ALL
      SELECT (SELECT min(${id}) FROM ${rows} WHERE "receipt_id" = ${receipt} AND ${id} > ${last}."id"), "n" + 1
      FROM ${last} WHERE ${last}."id" IS NOT NULL AND "n" < ${limit})`;
  };
  return compose`
    WITH RECURSIVE ${nextIds('current', 'plants', 'id')}, ${nextIds('earlier', 'plant_versions', 'plant_id')}
    SELECT "touched"."id", ${textColumnsOf('plants')},
      CASE WHEN "plants"."receipt_id" = ${receipt} THEN coalesce("plants"."change", 0)
        ELSE (SELECT "change" FROM "plant_versions" WHERE "receipt_id" = ${receipt} AND "plant_id" = "touched"."id"
          ORDER BY "changed_at" DESC LIMIT 1) END AS "change"
    FROM (SELECT "id" FROM "current" UNION SELECT "id" FROM "earlier") AS "touched"
      LEFT JOIN "plants" ON "plants"."id" = "touched"."id"
    WHERE "touched"."id" IS NOT NULL ORDER BY "touched"."id" LIMIT ${limit}`;
}
