import { countRecognizedHeaders } from '../columns/columns.ts';
import type { Dialect } from '../records/csv-records.ts';
import { headRows } from './head-rows.ts';
import { findHeaderRow, type HeaderOptions, likelyHeaderRow } from './header-row.ts';

const delimiters = [',', ';', '\t', '|'];
const sampleLength = 16 * 1024;

export type DetectedDialect = Dialect & { lineBreak: LineBreak; preamble: string };

export type LineBreak = '\n' | '\r\n' | '\r';

export function lineBreakOf(head: string): LineBreak {
  // Some programs change CR LF to CR CR LF.
  const [found = '\n'] = /\r+\n|\n|\r/.exec(head) ?? [];
  if (!found.endsWith('\n')) return '\r';
  return found === '\n' ? '\n' : '\r\n';
}

export function detectDialect(head: string, isWhole: boolean, options: HeaderOptions): DetectedDialect {
  const lineBreak = lineBreakOf(head);
  const newline = lineBreak === '\r' ? '\r' : '\n';
  // Excel does not show its own line for the delimiter as a row, in quotation marks or not.
  const [preamble = '', , declared] = /^("?)sep=([,;\t|])\1(?:\r\n|\n|\r)/i.exec(head) ?? [];
  const dialect = { newline, line: preamble === '' ? 1 : 2, lineBreak, preamble, rowsAbove: 0 } as const;
  if (declared) return { ...dialect, delimiter: declared };

  // The chosen row may stand below a long text, such as a licence.
  const sample = options.headerRow === undefined ? head.slice(0, sampleLength) : head;
  const isAll = isWhole && sample.length === head.length;
  const scores = delimiters.map((delimiter) => score(sample, isAll, { ...dialect, delimiter }, options));
  return { ...dialect, delimiter: delimiters[scores.indexOf(Math.max(...scores))] ?? ',' };
}

/** The file is read as if it began with its header. @throws StoreError of `findHeaderRow` */
export function skipRowsAbove(
  head: string,
  isWhole: boolean,
  dialect: DetectedDialect,
  options: HeaderOptions,
): DetectedDialect {
  const { preamble } = dialect;
  const text = head.slice(preamble.length);
  const rows = headRows(text, isWhole, dialect, options.headerRow);
  const header = findHeaderRow(rows, options);
  if (!header || header === rows[0]) return dialect;
  const { line, row, start } = header;
  return { ...dialect, line, preamble: preamble + text.slice(0, start), rowsAbove: row - 1 };
}

// Rates by three signs, the strongest first: the known headers, the number of rows with as many cells as the header,
// and the number of these cells.
function score(sample: string, isWhole: boolean, dialect: Dialect, options: HeaderOptions): number {
  // Faults of the file are ignored here; reading the file reports them, with the correct delimiter.
  const rows = headRows(sample, isWhole, dialect, options.headerRow);
  const { cells } = likelyHeaderRow(rows, options) ?? { cells: [] };
  if (cells.length < 2) return 0;
  const sameWidthShare = rows.filter((one) => one.cells.length === cells.length).length / rows.length;
  return (
    countRecognizedHeaders(cells, options.columns) * 1e6 + sameWidthShare * 1e4 + Math.min(cells.length, 1000)
  );
}
