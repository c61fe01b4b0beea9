// SQL by hand: outcomes of rows are in a temporary table (docs/decisions/0006).

import { compose, query, type Statement, type Steps, sql } from '@plant-store/engine';
import type { ImportError } from '@plant-store/schema';
import { importErrorsMax, textFields } from '@plant-store/schema/without-zod';
import type { Counts as ReceiptCounts } from '../bulk/receipts.ts';
import { isSame } from '../core/plant-columns.ts';
import type { ImportInput } from '../handle/plant-import.ts';
import { duplicateIdInFile } from '../plants/duplicate-id.ts';
import type { FileSummary } from './file-summary.ts';

export type ImportCounts = Pick<ReceiptCounts, 'created' | 'updated' | 'skipped' | 'failed'>;

/** A boolean of both engines. */
export const flag = (is: boolean) => (is ? 1n : 0n);

/** The condition that two rows have the same values in the columns of the file. */
export const isSameInFile = ({ absent }: FileSummary, one: string, other: string): Statement =>
  isSame(
    one,
    other,
    textFields.filter((field) => !absent.some((missing) => missing === field)),
  );

export function* markRepeatedIds(input: ImportInput, summary: FileSummary, id = -1n): Steps<void> {
  yield compose`
    INSERT INTO "staged_outcomes" ("row", "id", "status", "holder", "holder_row")
    SELECT "r"."row", "r"."id",
      CASE WHEN ${flag(input.duplicates === 'refuse')} = 0
        OR CASE WHEN "p"."id" IS NULL THEN ${isSameInFile(summary, 's', 'r')} ELSE ${isSameInFile(summary, 'p', 'r')} END
        THEN 'skipped' ELSE 'failed' END,
      "p"."name", CASE WHEN "p"."id" IS NULL THEN "s"."row" END
    FROM "staged_repeats" AS "r" JOIN "staged_rows" AS "s" ON "s"."id" = "r"."id"
    LEFT JOIN "plants" AS "p" ON "p"."id" = "r"."id" AND "p"."receipt_id" IS DISTINCT FROM ${id}`;
}

/** Counts the outcomes. A valid row without a recorded outcome adds a plant. */
export function* countsOf({ rows, validRows }: FileSummary): Steps<ImportCounts> {
  const found = yield* query<{ status: 'updated' | 'skipped' | 'failed'; n: bigint }>(
    sql`SELECT "status", count(*) AS "n" FROM "staged_outcomes" GROUP BY "status"`,
  );
  const counts = { created: validRows, updated: 0, skipped: 0, failed: rows - validRows };
  for (const { status, n } of found) {
    counts[status] += Number(n);
    counts.created -= Number(n);
  }
  return counts;
}

export function* conflictErrors(column: string): Steps<ImportError[]> {
  const rows = yield* query<{ row: bigint; id: bigint; holder: string | null; holderRow: bigint | null }>(sql`
    SELECT "row", "id", "holder", "holder_row" AS "holderRow" FROM "staged_outcomes"
    WHERE "status" = 'failed' ORDER BY "row" LIMIT ${BigInt(importErrorsMax)}`);
  return rows.map(({ row, id, holder, holderRow }) => ({
    row: Number(row),
    column,
    value: String(id),
    message: duplicateIdInFile(holder, holderRow),
    ...(holder !== null && { holder }),
  }));
}
