import { auditLog, type Database, openDatabase, plants } from '@plant-store/db';
import { sql } from '@plant-store/engine';
import { createCatalogue } from './catalogue.ts';

/** The bytes of a row in its table and in the indexes of the table. */
export type Size = { engine: Database['engine']; table: string; tableBytes: number; indexBytes: number };

const atOnce = 500;
const by = {
  actorId: 1n,
  source: { requestId: '0192f0c1-2b34-7c56-8d78-9abcdef01234', address: '203.0.113.42' },
};

/** Adds plants of the catalogue to a new store, changes each once, and measures the tables. */
export async function measureSizes(url: string, count: number): Promise<Size[]> {
  const db = await openDatabase(url);
  const next = createCatalogue();
  const all = Array.from({ length: count }, (_, index) => ({ id: BigInt(index + 1), ...next() }));
  const each = async (write: (plant: (typeof all)[number]) => Promise<unknown>) => {
    for (let at = 0; at < count; at += atOnce) await Promise.all(all.slice(at, at + atOnce).map(write));
  };
  await each((plant) => plants.create(db, plant, by));
  // Now, as a change leaves the old row to VACUUM.
  const plant = await sizeOf(db, 'plants', count);
  await each(({ id, name }) => plants.update(db, { id, name: `${name} 2` }, by));
  await auditLog.chainPending(db);
  const sizes = [plant, await sizeOf(db, 'plant_versions', count)];
  sizes.push(await sizeOf(db, 'audit_entries', 2 * count));
  await db.close();
  return sizes;
}

async function sizeOf(db: Database, table: string, rows: number): Promise<Size> {
  const found = await db.query<Record<'tableBytes' | 'indexBytes', bigint> & { table: string }>(
    sizes[db.engine],
  );
  const { tableBytes, indexBytes } = found.find((one) => one.table === table) ?? {};
  const perRow = (bytes: bigint | undefined) => Number(bytes ?? Number.NaN) / rows;
  return { engine: db.engine, table, tableBytes: perRow(tableBytes), indexBytes: perRow(indexBytes) };
}

const sizes = {
  postgresql: sql`
    SELECT "relname"::text AS "table", pg_table_size("oid") AS "tableBytes", pg_indexes_size("oid") AS "indexBytes"
    FROM pg_class WHERE "relkind" = 'r' AND "relnamespace" = current_schema()::regnamespace`,
  // The tables of the words of the search count as an index of the plants.
  sqlite: sql`
    SELECT "table", sum(CASE "name" WHEN "table" THEN "pgsize" ELSE 0 END) AS "tableBytes",
      sum(CASE "name" WHEN "table" THEN 0 ELSE "pgsize" END) AS "indexBytes"
    FROM (SELECT "dbstat"."name", "pgsize", CASE WHEN "tbl_name" LIKE 'plant_words%' THEN 'plants' ELSE "tbl_name" END AS "table"
      FROM "dbstat" JOIN "sqlite_schema" ON "sqlite_schema"."name" = "dbstat"."name")
    GROUP BY "table"`,
};
