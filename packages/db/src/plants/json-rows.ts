// SQL by hand: one statement has up to 1,000 plants, as JSON (docs/decisions/0006).

import { compose, type Engine, raw, type Statement, sql } from '@plant-store/engine';
import { foldedOf } from '@plant-store/schema/fold';
import { type PlantValues, textFields } from '@plant-store/schema/without-zod';
import { textsOf } from '../core/plant-columns.ts';

export type Key = { id: bigint; changedAt: bigint };

/** Versions as a table "input" of "id" and "seen" (the stamp), as one JSON value. */
export const keyRows = (engine: Engine, keys: Key[]): Statement =>
  keyTables[engine](`[${keys.map(({ id, changedAt }) => `[${id},${changedAt}]`).join()}]`);

/** The same for ids alone. */
export const idRows = (engine: Engine, ids: bigint[]): Statement =>
  keyRows(
    engine,
    ids.map((id) => ({ id, changedAt: 0n })),
  );

/** Plants as a table "input" with "n", from 0 on, "id", "seen", "folded" and the columns of their texts. */
export const textRows = (engine: Engine, plants: (PlantValues & { changedAt?: bigint })[]): Statement =>
  textTables[engine](
    toJson(plants.map((plant) => [plant.id, plant.changedAt ?? null, foldedOf(plant), ...textsOf(plant)])),
  );

const toJson = (rows: (bigint | string | null)[][]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value));

const keyTables: Record<Engine, (json: string) => Statement> = {
  sqlite: (json) => sql`
    (SELECT "value" ->> 0 AS "id", "value" ->> 1 AS "seen" FROM json_each(${json})) AS "input"`,
  postgresql: (json) => sql`
    (SELECT ("value" ->> 0)::bigint AS "id", ("value" ->> 1)::bigint AS "seen"
    FROM jsonb_array_elements(${json}::jsonb) AS "rows"("value")) AS "input"`,
};

const textCells = raw(
  ['folded', ...textFields].map((column, index) => `"value" ->> ${index + 2} AS "${column}"`).join(', '),
);

const textTables: Record<Engine, (json: string) => Statement> = {
  sqlite: (json) => compose`
    (SELECT "key" AS "n", "value" ->> 0 AS "id", "value" ->> 1 AS "seen", ${textCells}
    FROM json_each(${json})) AS "input"`,
  postgresql: (json) => compose`
    (SELECT "n" - 1 AS "n", ("value" ->> 0)::bigint AS "id", ("value" ->> 1)::bigint AS "seen", ${textCells}
    FROM jsonb_array_elements(${json}::jsonb) WITH ORDINALITY AS "rows"("value", "n")) AS "input"`,
};
