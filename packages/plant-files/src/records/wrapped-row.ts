import { cutQuotedRecord } from './quoted-record.ts';
import { isBlank } from './records.ts';

/**
 * The cells of a row that stands in quotation marks as a whole, such as `"7,""Fern, large"",x"`. A spreadsheet writes
 * rows so after it opened a comma file as one column. Empty cells may follow it.
 * @param cells the cells of the row as it is; a cell with the delimiter was in marks
 * @param least the number of cells that the row must have
 * @returns `undefined` for any other row
 */
export function wrappedCells(
  [text = '', ...others]: string[],
  dialect: { delimiter: string; newline: string },
  least: number,
): string[] | undefined {
  if (!text.includes(dialect.delimiter) || !isBlank(others)) return undefined;
  const cut = cutQuotedRecord(text, 0, true, dialect, 'doubled', Number.POSITIVE_INFINITY);
  return 'cells' in cut && cut.end === text.length && cut.cells.length >= least ? cut.cells : undefined;
}
