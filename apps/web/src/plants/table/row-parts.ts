/** A row near the screen: its index in the list, and its start and end below the first row, in pixels. */
export type PlacedRow = { index: number; start: number; end: number };

/** The parts of the table's body from top to bottom: rows, and empty space in place of other rows. */
export type RowPart = { index: number } | { gapPx: number; before: number | undefined };

/** A position in each row's style would be slow: Chromium compares each new cell with all differently styled rows. */
export function rowParts(rows: readonly PlacedRow[], heightPx: number): RowPart[] {
  const parts: RowPart[] = [];
  let end = 0;
  for (const row of rows) {
    if (row.start > end) parts.push({ gapPx: row.start - end, before: row.index });
    parts.push({ index: row.index });
    end = row.end;
  }
  if (heightPx > end) parts.push({ gapPx: heightPx - end, before: undefined });
  return parts;
}
