// SQL by hand: one statement takes up to 1,000 plants, as JSON (docs/decisions/0006).
import { foldedOf } from '@plant-store/schema/fold';
import { type Engine, type Statement, sql } from '../core/sql.ts';

/** A version of a plant, by the id and the stamp. */
export type Key = { id: bigint; changedAt: bigint };

/** Versions as a table "given" of "id" and "seen" (the stamp), as one JSON value. */
export const keyRows = (engine: Engine, keys: Key[]): Statement =>
  keyTables[engine](toJson(keys.map(({ id, changedAt }) => [id, changedAt])));

/** Texts as a table "given" with "n", from 0 on, "id", "seen", "name", "tag" and "folded". */
export const textRows = (
  engine: Engine,
  plants: { id: bigint; changedAt?: bigint; name: string; tag: string | null }[],
): Statement =>
  textTables[engine](
    toJson(
      plants.map(({ id, changedAt = null, name, tag }) => [
        id,
        changedAt,
        name,
        tag,
        foldedOf({ name, tag }),
      ]),
    ),
  );

const toJson = (rows: (bigint | string | null)[][]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value));

const keyTables: Record<Engine, (json: string) => Statement> = {
  sqlite: (json) => sql`
    (SELECT "value" ->> 0 AS "id", "value" ->> 1 AS "seen" FROM json_each(${json})) AS "given"`,
  postgresql: (json) => sql`
    (SELECT ("value" ->> 0)::bigint AS "id", ("value" ->> 1)::bigint AS "seen"
    FROM jsonb_array_elements(${json}::jsonb) AS "rows"("value")) AS "given"`,
};

const textTables: Record<Engine, (json: string) => Statement> = {
  sqlite: (json) => sql`
    (SELECT "key" AS "n", "value" ->> 0 AS "id", "value" ->> 1 AS "seen", "value" ->> 2 AS "name",
      "value" ->> 3 AS "tag", "value" ->> 4 AS "folded" FROM json_each(${json})) AS "given"`,
  postgresql: (json) => sql`
    (SELECT "n" - 1 AS "n", ("value" ->> 0)::bigint AS "id", ("value" ->> 1)::bigint AS "seen", "value" ->> 2 AS "name",
      "value" ->> 3 AS "tag", "value" ->> 4 AS "folded"
    FROM jsonb_array_elements(${json}::jsonb) WITH ORDINALITY AS "rows"("value", "n")) AS "given"`,
};
