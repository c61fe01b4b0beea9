// SQL by hand: a follower reads all entries, and plants of an import by the thousand (docs/decisions/0006).

import { compose, days, raw, type Statement, sql } from '@plant-store/engine';
import type { PlantValues } from '@plant-store/schema/without-zod';
import type { Head } from '../audit/chain.ts';
import { receiptActions } from '../bulk/receipts.ts';
import { plantColumns, textColumnsOf } from '../core/plant-columns.ts';
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
 * change of the receipt. It is one statement, as a further change moves a plant from the first part to the second.
 * The subqueries keep PostgreSQL from a join of all plants of the receipt.
 */
export const touchedBy = (receipt: bigint, after: bigint | undefined, limit: bigint): Statement => compose`
  SELECT * FROM (
    SELECT * FROM (
      SELECT ${plantColumns}, coalesce("change", 0) AS "change" FROM "plants"
      WHERE "receipt_id" = ${receipt} AND ${afterId('id', after)} ORDER BY "id" LIMIT ${limit}) AS "current"
    UNION ALL
    SELECT "plant_id", ${textColumnsOf('plants')}, "v"."change" FROM (
      SELECT "plant_id", "change" FROM "plant_versions" AS "each"
      WHERE "receipt_id" = ${receipt} AND ${afterId('plant_id', after)}
        AND (SELECT "receipt_id" FROM "plants" WHERE "id" = "each"."plant_id") IS DISTINCT FROM ${receipt}
        AND "changed_at" = (SELECT max("changed_at") FROM "plant_versions" AS "of_plant"
          WHERE "receipt_id" = ${receipt} AND "of_plant"."plant_id" = "each"."plant_id")
      ORDER BY "plant_id" LIMIT ${limit}) AS "v" LEFT JOIN "plants" ON "plants"."id" = "plant_id"
  ) AS "touched" ORDER BY "id" LIMIT ${limit}`;
