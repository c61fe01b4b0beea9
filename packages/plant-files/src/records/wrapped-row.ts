import { cutQuotedRecord } from './quoted-record.ts';
import { isBlank } from './records.ts';

/** For `"7,""Fern, large"",x"`: a spreadsheet writes rows so after it opened a comma file as one column. */
export function wrappedCells(
  [text = '', ...others]: string[],
  dialect: { delimiter: string; newline: string },
  least: number,
): string[] | undefined {
  if (!text.includes(dialect.delimiter) || !isBlank(others)) return undefined;
  const cut = cutQuotedRecord(text, 0, true, dialect, 'doubled', Number.POSITIVE_INFINITY);
  return 'cells' in cut && cut.end === text.length && cut.cells.length >= least ? cut.cells : undefined;
}
