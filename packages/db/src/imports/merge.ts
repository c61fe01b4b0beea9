// SQL by hand: one statement stores 10,000 rows of a temporary table (docs/decisions/0006).

import {
  compose,
  type Engine,
  now,
  type OnProgress,
  query,
  raw,
  type Statement,
  type Steps,
  sql,
} from '@plant-store/engine';
import type { ImportError } from '@plant-store/schema';
import { importErrorsMax, int64Max, int64Min } from '@plant-store/schema/without-zod';
import { closeReceipt } from '../bulk/receipts.ts';
import { assigned, plantColumns } from '../core/plant-columns.ts';
import type { ImportInput } from '../handle/plant-import.ts';
import { changes } from '../plants/version.ts';
import { archiveVersions } from '../plants/version-reads.ts';
import { stampAfterEarlier } from '../plants/version-writes.ts';
import type { FileSummary } from './file-summary.ts';
import {
  conflictErrors,
  countsOf,
  flag,
  type ImportCounts,
  isSameInFile,
  markRepeatedIds,
} from './outcomes.ts';

type Range = { first: bigint; last: bigint; count: bigint };
type MergeContext = {
  engine: Engine;
  input: ImportInput;
  summary: FileSummary;
  id: bigint | undefined;
  time: bigint;
  base: bigint;
};

/** The number of rows per statement, a tenth of a second. The work can be cancelled between two statements. */
const rangeRows = 10_000n;

/** Stores the staged rows. @param id the import and its receipt; without an id it only finds the outcome */
export function* merge(
  engine: Engine,
  input: ImportInput,
  summary: FileSummary,
  id: bigint | undefined,
  onProgress: OnProgress,
): Steps<ImportCounts & { errors: ImportError[] }> {
  const time = yield* now(engine);
  const context = { engine, input, summary, id, time, base: yield* baseTimestamp(engine, time) };
  let done = 0;
  for (let range = yield* nextRange(int64Min); range; range = yield* nextRange(range.last + 1n)) {
    do {
      yield* markTakenIds(context, range);
      if (id !== undefined) yield* addPlants(context, id, range);
    } while (yield* hasUnsettledRows(context, range));
    if (input.duplicates === 'update' && id !== undefined) yield* changePlants(context, id, range);
    done += Number(range.count);
    onProgress({ doing: 'storing', done, total: summary.validRows, unit: 'rows' });
  }
  yield* markRepeatedIds(input, summary, id);
  const counts = yield* countsOf(summary);
  if (id !== undefined)
    yield* closeReceipt(engine, { id, kind: 'import' }, { ...counts, deleted: 0 }, input.request);
  const errors = [...summary.errors, ...(yield* conflictErrors(summary.idColumn))];
  errors.sort((one, other) => one.row - other.row);
  return { ...counts, errors: errors.slice(0, importErrorsMax) };
}

/** On SQLite each stamp is later than all earlier ones; see insertion.ts. */
function* baseTimestamp(engine: Engine, time: bigint): Steps<bigint> {
  if (engine === 'postgresql') return time;
  const [latest] = yield* query<{ stamp: bigint | null }>(
    sql`SELECT max("added_at") AS "stamp" FROM "plants"`,
  );
  return latest?.stamp && latest.stamp > time ? latest.stamp : time;
}

function* nextRange(id: bigint): Steps<Range | undefined> {
  if (id > int64Max) return undefined;
  const [found] = yield* query<Range>(sql`
    SELECT min("id") AS "first", max("id") AS "last", count(*) AS "count" FROM (
      SELECT "id" FROM "staged_rows" WHERE "id" >= ${id} ORDER BY "id" LIMIT ${rangeRows}) AS "next"`);
  return found?.count ? found : undefined;
}

function* markTakenIds(
  { engine, input, summary, id = -1n }: MergeContext,
  { first, last }: Range,
): Steps<void> {
  const isLocked = engine === 'postgresql' && id !== -1n;
  const { newIdsFrom } = input;
  const isNew = newIdsFrom === undefined ? sql`1 = 0` : sql`"s"."id" >= ${newIdsFrom}`;
  yield compose`
    INSERT INTO "staged_outcomes" ("row", "id", "status", "holder")
    SELECT "s"."row", "s"."id",
      CASE WHEN ${isSameInFile(summary, 'p', 's')} THEN 'skipped' WHEN ${isNew} THEN 'failed' ELSE ${statusOf[input.duplicates]} END,
      CASE WHEN ${flag(input.duplicates === 'refuse')} = 1 AND NOT (${isNew}) THEN "p"."name" END
    FROM "staged_rows" AS "s" CROSS JOIN ${isLocked ? lockedPlants(first, last) : sql`"plants" AS "p"`}
    WHERE "s"."id" BETWEEN ${first} AND ${last} AND "p"."id" = "s"."id" AND "p"."receipt_id" IS DISTINCT FROM ${id}
      AND NOT EXISTS (SELECT 1 FROM "staged_outcomes" AS "o" WHERE "o"."row" = "s"."row")`;
}

/** The plants whose ids are in the file, locked until the end of the transaction. */
const lockedPlants = (first: bigint, last: bigint): Statement => compose`
  (SELECT ${plantColumns}, "receipt_id" FROM "plants"
    WHERE "id" IN (SELECT "id" FROM "staged_rows" WHERE "id" BETWEEN ${first} AND ${last})
    ORDER BY "id" FOR UPDATE) AS "p"`;

const statusOf = { refuse: 'failed', skip: 'skipped', update: 'updated' } as const;

function* addPlants({ engine, input, base }: MergeContext, id: bigint, { first, last }: Range): Steps<void> {
  yield compose`
    INSERT INTO "plants" (${plantColumns}, "folded", "added_at", "actor_id", "receipt_id", "line")
    SELECT ${plantColumns}, "folded", ${addedAt[engine](base)},
      CAST(${input.request.actorId ?? null} AS BIGINT), CAST(${id} AS BIGINT), "row"
    FROM "staged_rows" WHERE "id" BETWEEN ${first} AND ${last} ORDER BY "id"
    ON CONFLICT DO NOTHING`;
  // Without an index scan on the receipt, as in `hasUnsettledRows`.
  if (engine === 'postgresql')
    yield stampAfterEarlier(sql`
      (SELECT "p"."id" FROM "staged_rows" AS "s" JOIN "plants" AS "p" ON "p"."id" = "s"."id"
        WHERE "s"."id" BETWEEN ${first} AND ${last} AND "p"."receipt_id" IS NOT DISTINCT FROM ${id}
          AND "p"."changed_at" IS NULL) AS "input"`);
}

const addedAt: Record<Engine, (base: bigint) => Statement> = {
  // Later than all of an earlier plant with its id.
  sqlite: (base) => sql`
    coalesce((SELECT max("changed_at") + 1 FROM "plant_versions" WHERE "plant_id" = "staged_rows"."id"
      HAVING max("changed_at") >= ${base} + "row"), CAST(${base} AS BIGINT) + "row")`,
  postgresql: (base) => sql`CAST(${base} AS BIGINT) + "row"`,
};

/** Whether another writer added a plant between the last two statements. */
function* hasUnsettledRows({ engine, id }: MergeContext, { first, last }: Range): Steps<boolean> {
  if (engine === 'sqlite' || id === undefined) return false;
  // The subquery prevents an index scan on the receipt: the planner underestimates its rows, and reads all for each.
  const [row] = yield* query(sql`
    SELECT 1 FROM "staged_rows" AS "s" WHERE "s"."id" BETWEEN ${first} AND ${last}
      AND (SELECT "p"."receipt_id" FROM "plants" AS "p" WHERE "p"."id" = "s"."id") IS DISTINCT FROM ${id}
      AND NOT EXISTS (SELECT 1 FROM "staged_outcomes" AS "o" WHERE "o"."row" = "s"."row") LIMIT 1`);
  return row !== undefined;
}

function* changePlants(
  { engine, input, summary, time }: MergeContext,
  id: bigint,
  { first, last }: Range,
): Steps<void> {
  if (summary.absent.length > 0) yield copyAbsentFields(engine, summary, { first, last });
  yield archiveVersions(sql`
    "staged_rows" AS "s" CROSS JOIN "staged_outcomes" AS "o" CROSS JOIN "plants"
    WHERE "s"."id" BETWEEN ${first} AND ${last} AND "o"."row" = "s"."row" AND "o"."status" = 'updated'
      AND "plants"."id" = "s"."id"`);
  yield compose`
    UPDATE "plants" SET ${assignedStaged}, "folded" = "s"."folded", "change" = ${changes.changed},
      "changed_at" = CASE WHEN coalesce("changed_at", "added_at") < ${time} THEN ${time}
        ELSE coalesce("changed_at", "added_at") + 1 END,
      "actor_id" = ${input.request.actorId ?? null}, "receipt_id" = ${id}, "line" = "s"."row"
    FROM (SELECT "w".* FROM "staged_rows" AS "w" CROSS JOIN "staged_outcomes" AS "o"
      WHERE "w"."id" BETWEEN ${first} AND ${last} AND "o"."row" = "w"."row" AND "o"."status" = 'updated') AS "s"
    WHERE "plants"."id" = "s"."id"`;
}

const assignedStaged = assigned('s');

/** Copies the fields without a column in the file into the staged rows, so that their values stay. */
const copyAbsentFields = (
  engine: Engine,
  { absent }: FileSummary,
  { first, last }: Omit<Range, 'count'>,
): Statement => compose`
  UPDATE "staged_rows" SET ${assigned('p', absent)}${absent.includes('tag') ? copyFoldedTag[engine] : raw('')}
  FROM "plants" AS "p" WHERE "p"."id" = "staged_rows"."id" AND "staged_rows"."id" BETWEEN ${first} AND ${last}`;

const copyFoldedTag: Record<Engine, Statement> = {
  sqlite: sql`, "folded" = "staged_rows"."folded" || substr("p"."folded", instr("p"."folded", char(10)) + 1)`,
  postgresql: sql`, "folded" = "staged_rows"."folded" || split_part("p"."folded", E'\\n', 2)`,
};
