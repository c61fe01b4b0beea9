// SQL by hand: the word index is a table of FTS5, which has no model (docs/decisions/0006).
import { compose, countIn, query, type Statement, type Steps, sql } from '@plant-store/engine';
import { indexedText, lowest } from '../search/candidates.ts';

const indexedPlantText = indexedText(sql`"p"."folded"`);

/** The number of plants indexed in one batch. A larger batch is faster, but blocks other writes for longer. */
export const indexBatch = 500;

/** Indexes up to `indexBatch` changed plants and as many new ones, oldest first. @returns whether there may be more */
export function* indexChangedPlants(): Steps<boolean> {
  const batch = BigInt(indexBatch);
  const due = yield* query<{ stamp: bigint; folded: string | null }>(
    sql`SELECT "added_at" AS "stamp", "folded" FROM "words_due" WHERE "added_at" > ${lowest} ORDER BY "added_at" LIMIT ${batch}`,
  );
  const last = due.at(-1);
  if (last) {
    // Rows are added in the order of their timestamps, as a lower timestamp begins a new segment of FTS5.
    for (const { stamp, folded } of due)
      if (folded !== null)
        yield compose`INSERT INTO "plant_words" ("plant_words", rowid, "folded") VALUES ('delete', ${stamp}, ${indexedText(sql`${folded}`)})`;
    yield compose`
      INSERT INTO "plant_words" (rowid, "folded") SELECT "p"."added_at", ${indexedPlantText}
      FROM "words_due" CROSS JOIN "plants" AS "p" INDEXED BY "plants_added_at_id_idx" ON "p"."added_at" = "words_due"."added_at"
      WHERE "words_due"."added_at" <= ${last.stamp} ORDER BY "words_due"."added_at"`;
    yield* markSharedTimestamps(sql`SELECT "added_at" FROM "words_due" WHERE "added_at" <= ${last.stamp}`);
    yield sql`DELETE FROM "words_due" WHERE "added_at" > ${lowest} AND "added_at" <= ${last.stamp}`;
  }
  const added = yield* indexAddedPlants(batch);
  return due.length === indexBatch || added;
}

/** The number of pages that FTS5 merges by one statement, in about 5 ms. */
export const mergedPagesMax = 250;
/** The maximum number of segments without an effect on the time of searches. */
const segmentsMax = 4n;

/** A search reads all segments: with a million plants, sixteen took a quarter longer than one. */
export function* hasManySegments(): Steps<boolean> {
  return (
    (yield* countIn(sql`SELECT count(DISTINCT "segid") AS "count" FROM "plant_words_idx"`)) > segmentsMax
  );
}

/** Rewrites the index. @param isBegun whether an earlier call has begun the merge @returns whether segments remain */
export function* mergeSegments(isBegun: boolean): Steps<boolean> {
  const before = yield* changes();
  // A negative number begins a merge of all segments; a positive one continues it.
  const pages = BigInt(isBegun ? mergedPagesMax : -mergedPagesMax);
  yield sql`INSERT INTO "plant_words" ("plant_words", "rank") VALUES ('merge', ${pages})`;
  // The statement itself counts as one change.
  return (yield* changes()) - before > 1n;
}

const changes = () => countIn(sql`SELECT total_changes() AS "count"`);

function* indexAddedPlants(batch: bigint): Steps<boolean> {
  const [next] = yield* query<{ mark: bigint; to: bigint | null; count: bigint }>(sql`
    SELECT "mark"."added_at" AS "mark", max("next"."added_at") AS "to", count("next"."added_at") AS "count"
    FROM "words_mark" AS "mark", (SELECT "added_at" FROM "plants"
      WHERE "added_at" > (SELECT "added_at" FROM "words_mark") ORDER BY "added_at" LIMIT ${batch}) AS "next"`);
  if (!next?.to) return false;
  yield compose`
    INSERT INTO "plant_words" (rowid, "folded")
    SELECT "added_at", ${indexedPlantText} FROM "plants" AS "p" INDEXED BY "plants_added_at_id_idx"
    WHERE "added_at" > ${next.mark} AND "added_at" <= ${next.to} ORDER BY "added_at", "id"`;
  yield* markSharedTimestamps(sql`
    SELECT "added_at" FROM "plants" WHERE "added_at" > ${next.mark} AND "added_at" <= ${next.to}`);
  yield sql`UPDATE "words_mark" SET "added_at" = ${next.to}`;
  return next.count === batch;
}

/** FTS5 cannot distinguish plants that share a timestamp. The record is a row with a timestamp that no plant has. */
function* markSharedTimestamps(stamps: Statement): Steps<void> {
  yield compose`
    INSERT INTO "words_due" ("added_at") SELECT ${lowest}
    WHERE NOT EXISTS (SELECT 1 FROM "words_due" WHERE "added_at" = ${lowest})
      AND EXISTS (SELECT 1 FROM "plants" INDEXED BY "plants_added_at_id_idx"
        WHERE "added_at" IN (${stamps}) GROUP BY "added_at" HAVING count(*) > 1)`;
}
