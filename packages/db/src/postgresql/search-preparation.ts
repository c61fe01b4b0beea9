import type { OnProgress } from '@plant-store/engine';
import { foldedOf } from '@plant-store/schema/fold';
import type { Client } from 'pg';

const foldedPiece = 2_000;

/** Prepares an older version's plants for the search, in batches. After a stop, a later start or process continues. */
export async function prepareSearch(client: Client, onProgress: OnProgress): Promise<void> {
  const { rows: counted } = await client.query(`SELECT count(*) AS "left" FROM "plants" WHERE "folded" = ''`);
  const total = Number(counted[0].left);
  let after = -(2n ** 63n);
  for (let done = 0; total > 0; ) {
    onProgress({
      doing: 'preparing plants for search',
      done,
      total: Math.max(total, done),
      unit: 'rows',
    });
    const { rows } = await client.query<Row>({
      text: `SELECT "id", "name", "tag" FROM "plants" WHERE "folded" = '' AND "id" > $1 ORDER BY "id" LIMIT ${foldedPiece}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (!last) return;
    await client.query({ text: update, values: valuesOf(rows) });
    after = BigInt(last.id);
    done += rows.length;
  }
}

type Row = { id: string; name: string; tag: string | null };

/** Updates only plants that have not changed since they were read, as a process of an older version may run. */
const update = `
  UPDATE "plants" SET "folded" = "new"."folded"
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS "new" ("id", "name", "tag", "folded")
  WHERE "plants"."id" = "new"."id" AND "plants"."folded" = ''
    AND "plants"."name" = "new"."name" AND "plants"."tag" IS NOT DISTINCT FROM "new"."tag"`;

const valuesOf = (rows: Row[]) => [
  rows.map(({ id }) => id),
  rows.map(({ name }) => name),
  rows.map(({ tag }) => tag),
  rows.map(foldedOf),
];
