// SQL by hand: parts of statements that write up to 1,000 plants (docs/decisions/0006).

import { compose, type Engine, query, raw, type Statement, type Steps, sql } from '@plant-store/engine';
import { int64Min, type PlantValues } from '@plant-store/schema/without-zod';
import { plantColumnsOf, textColumns, textColumnsOf, versionedColumns } from '../core/plant-columns.ts';
import { idRows, type Key, keyRows } from './json-rows.ts';
import { changes, type Version } from './version.ts';

export const versionTimestamp = sql`coalesce("plants"."changed_at", "plants"."added_at")`;

export const versionColumns = compose`
  ${plantColumnsOf('plants')}, "plants"."added_at" AS "addedAt", ${versionTimestamp} AS "changedAt",
  coalesce("plants"."change", 0) AS "change", "plants"."actor_id" AS "actorId", "plants"."receipt_id" AS "receiptId",
  "plants"."line"`;

const currentTexts = textColumnsOf('plants');

export const archiveVersions = (plants: Statement): Statement => compose`
  INSERT INTO "plant_versions"
    ("plant_id", "changed_at", "change", "actor_id", "receipt_id", "line", ${textColumns}, "added_at")
  SELECT "plants"."id", ${versionTimestamp}, coalesce("plants"."change", 0), "plants"."actor_id", "plants"."receipt_id",
    "plants"."line", ${currentTexts}, "plants"."added_at"
  FROM ${plants}`;

/** The plants after the id `last` in the order of ids; all plants without it. */
export const afterId = (column: 'id' | 'plant_id', last?: bigint): Statement =>
  last === undefined ? raw('1 = 1') : compose`${raw(`"${column}"`)} > ${last}`;

/** A place in the plants of a receipt: after the id `after`, or at the beginning. */
export type ReceiptPlace = { receipt: bigint; after: bigint | undefined };

/** The plants of a receipt from a place on, to be sorted by "receipt_id" and `column`. */
export const isOfReceipt = (engine: Engine, column: 'id' | 'plant_id', place: ReceiptPlace): Statement =>
  areOfReceipt[engine](column, place);

const areOfReceipt: Record<Engine, (column: 'id' | 'plant_id', place: ReceiptPlace) => Statement> = {
  sqlite: (column, { receipt, after }) => compose`"receipt_id" = ${receipt} AND ${afterId(column, after)}`,
  // PostgreSQL has no statistics of a new receipt, and would read and sort all of its plants for each page. Without
  // known values it expects a third of all plants, and reads on in the index.
  postgresql: (column, { receipt, after }) => compose`
    ("receipt_id", ${raw(`"${column}"`)}) ${raw(after === undefined ? '>=' : '>')}
      ((SELECT ${receipt}::bigint), (SELECT ${after ?? int64Min}::bigint)) AND "receipt_id" <= (SELECT ${receipt}::bigint)`,
};

export const versionQuery = (id: bigint): Statement =>
  compose`SELECT ${versionColumns} FROM "plants" WHERE "plants"."id" = ${id}`;

export function* versionsOf(engine: Engine, ids: bigint[]): Steps<Map<bigint, Version>> {
  if (ids.length === 0) return new Map();
  const versions = yield* query<Version>(compose`
    SELECT ${versionColumns} FROM ${idRows(engine, ids)} JOIN "plants" ON "plants"."id" = "input"."id"`);
  return new Map(versions.map((version) => [version.id, version]));
}

/** By plant id, without deletions. PostgreSQL may give a version a later stamp than its successor. */
export function* versionsBefore(engine: Engine, versions: Key[]): Steps<Map<bigint, PlantValues>> {
  if (versions.length === 0) return new Map();
  const before = yield* query<PlantValues>(compose`
    SELECT ${versionedColumns}
    FROM ${keyRows(engine, versions)} JOIN "plant_versions" ON "plant_id" = "input"."id" AND "changed_at" = (
      SELECT max("earlier"."changed_at") FROM "plant_versions" AS "earlier"
      WHERE "earlier"."plant_id" = "input"."id" AND "earlier"."changed_at" < "input"."seen"
        AND "earlier"."change" <> ${changes.deleted})`);
  return new Map(before.map((version) => [version.id, version]));
}
