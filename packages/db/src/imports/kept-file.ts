// SQL by hand: one statement copies pieces of a temporary table (docs/decisions/0006).
import { zstdCompressSync } from 'node:zlib';
import { countIn, days, type Engine, now, query, type Steps, sql } from '@plant-store/engine';
import type { ReadOptions } from '@plant-store/plant-files';
import { openReceipt } from '../bulk/receipts.ts';
import type { ImportInput } from '../handle/plant-import.ts';
import type { FileSummary } from './file-summary.ts';

export const fileRetention = days(7);

export type KeptOptions = { read: ReadOptions; idColumn: string };
/** The outcome of a valid row without a new plant, with the plant or the row that has the id. */
export type KeptOutcome = [
  row: number,
  status: 'updated' | 'skipped' | 'failed',
  holder: string | null,
  holderRow: number | null,
];

/** The number of outcomes per piece, and of file pieces per statement. */
const outcomesMax = 5_000;
const piecesMax = 200n;

/** Begins to keep a file, and gives its id. Unless it is a dry run, its receipt has the same id. */
export function* reserveImport(
  engine: Engine,
  { read, file, isDryRun, request }: ImportInput,
  { idColumn, encoding }: FileSummary,
): Steps<bigint> {
  const options = JSON.stringify({ read: { ...read, encoding }, idColumn } satisfies KeptOptions);
  for (let time = yield* now(engine); ; time++) {
    const id = isDryRun
      ? time
      : yield* openReceipt({ kind: 'import', file: file ?? null }, { time, actorId: request.actorId });
    const [kept] = yield* query(sql`
      INSERT INTO "imports" ("id", "options", "file") VALUES (${id}, ${options}, ${file ?? null})
      ON CONFLICT DO NOTHING RETURNING "id"`);
    if (kept) return id;
    // The id belongs to a dry run, which has no receipt.
    if (!isDryRun) yield sql`DELETE FROM "receipts" WHERE "id" = ${id}`;
    time = id;
  }
}

export function* keepFile(id: bigint): Steps<void> {
  const pieces = yield* countIn(sql`SELECT count(*) AS "count" FROM "staged_pieces"`);
  for (let number = 0n; number < pieces; number += piecesMax)
    yield sql`
      INSERT INTO "import_pieces" ("import_id", "kind", "number", "bytes")
      SELECT CAST(${id} AS BIGINT), 'file', "number", "bytes" FROM "staged_pieces"
      WHERE "number" >= ${number} AND "number" < ${number + piecesMax}`;
  let last = -1n;
  for (let number = 0n; ; number++) {
    const rows = yield* query<Outcome>(sql`
      SELECT "row", "status", "holder", "holder_row" AS "holderRow" FROM "staged_outcomes"
      WHERE "row" > ${last} ORDER BY "row" LIMIT ${BigInt(outcomesMax)}`);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    last = lastRow.row;
    const outcomes = rows.map(toKept);
    yield sql`
      INSERT INTO "import_pieces" ("import_id", "kind", "number", "bytes")
      VALUES (${id}, 'outcomes', ${number}, ${compress(Buffer.from(JSON.stringify(outcomes)))})`;
  }
}

type Outcome = { row: bigint; status: KeptOutcome[1]; holder: string | null; holderRow: bigint | null };

/** Prefers speed to size. */
export const compress = (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes);

const toKept = ({ row, status, holder, holderRow }: Outcome): KeptOutcome => [
  Number(row),
  status,
  holder,
  holderRow === null ? null : Number(holderRow),
];
