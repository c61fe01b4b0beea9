// SQL by hand: a follower reads all entries, and plants of an import by the thousand (docs/decisions/0006).

import { compose, days, type Engine, raw, type Statement, sql } from '@plant-store/engine';
import type { PlantValues } from '@plant-store/schema/without-zod';
import type { Head } from '../audit/chain.ts';
import { receiptActions } from '../bulk/receipts.ts';
import { plantColumns, plantColumnsOf } from '../core/plant-columns.ts';
import { idRows } from '../plants/json-rows.ts';
import { isOfReceipt, type ReceiptPlace } from '../plants/version-reads.ts';

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

/** A plant of a receipt, with the last change of the receipt. */
export type Touched = { id: bigint; change: bigint } & Partial<PlantValues>;

/** A part of a receipt: up to `limit` plants after the id `after`. */
export type ReceiptPart = ReceiptPlace & { limit: bigint };

/** The plants as they are now. */
export const plantsOf = (engine: Engine, ids: bigint[]): Statement => compose`
  SELECT ${plantColumnsOf('plants')} FROM ${idRows(engine, ids)} JOIN "plants" ON "plants"."id" = "input"."id"`;

/** The plants that no other action touched since. */
export const currentOf = (engine: Engine, part: ReceiptPart): Statement => compose`
  SELECT ${plantColumns}, coalesce("change", 0) AS "change" FROM "plants"
  WHERE ${isOfReceipt(engine, 'id', part)} ORDER BY "receipt_id", "id" LIMIT ${part.limit}`;

/** The plants that were touched since, without their texts. */
export const earlierOf = (engine: Engine, part: ReceiptPart): Statement => compose`
  SELECT "id", (SELECT "change" FROM "plant_versions" WHERE "receipt_id" = ${part.receipt} AND "plant_id" = "earlier"."id"
    ORDER BY "changed_at" DESC LIMIT 1) AS "change"
  FROM (SELECT DISTINCT "receipt_id", "plant_id" AS "id" FROM "plant_versions"
    WHERE ${isOfReceipt(engine, 'plant_id', part)} ORDER BY "receipt_id", "plant_id" LIMIT ${part.limit}) AS "earlier"`;
