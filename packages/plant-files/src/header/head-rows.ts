import type { Dialect } from '../records/csv-records.ts';
import { cutRecord } from '../records/record-cut.ts';
import { isBlank } from '../records/records.ts';
import { wrappedCells } from '../records/wrapped-row.ts';
import { positionAfter } from '../text/unreadable-file.ts';

export type HeadRow = {
  row: number;
  line: number;
  start: number;
  cells: string[];
  /** `wrapped` stands in quotation marks as a whole, as a title with a comma may; `broken` has a broken mark. */
  form: 'plain' | 'wrapped' | 'broken';
};

const searchedRows = 20;

/**
 * The first rows with text. A line with a broken quotation mark is a row of one cell: it may be a title. The row at the
 * end of the text is left out, as it may go on. If it began in the first half, a mark without an end opened it.
 * @param isWhole whether `text` is the whole file
 * @param lastRow the number of a row that is wanted in any case
 */
export function headRows(text: string, isWhole: boolean, dialect: Dialect, lastRow = 0): HeadRow[] {
  const { newline } = dialect;
  const rows: HeadRow[] = [];
  let { line } = dialect;
  let start = 0;
  for (let row = 1; start < text.length && (rows.length < searchedRows || row <= lastRow); row++) {
    const isLast = isWhole || start < text.length / 2;
    const cut = cutRecord(text, start, isLast, dialect, undefined, Number.POSITIVE_INFINITY);
    const next = text.indexOf(newline, start);
    if ('openCell' in cut || ('fault' in cut && next === -1 && !isLast)) break;
    const end = 'cells' in cut ? cut.end : next === -1 ? text.length : next;
    const cells = 'cells' in cut ? cut.cells : [text.slice(start, end)];
    const inside = 'cells' in cut ? wrappedCells(cells, dialect, 2) : undefined;
    const form = 'fault' in cut ? 'broken' : inside ? 'wrapped' : 'plain';
    if (!isBlank(cells)) rows.push({ row, line, start, cells: inside ?? cells, form });
    line = positionAfter(text.slice(start, end), { line, column: 1 }, newline).line + 1;
    start = end + 1;
  }
  return rows;
}
