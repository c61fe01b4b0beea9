import { type Columns, countRecognizedHeaders } from '../columns/columns.ts';
import { csvRecords, type Dialect } from '../records/csv-records.ts';

const delimiters = [',', ';', '\t', '|'];
/** The length of the text in which the delimiter is detected, in characters. */
const sampleLength = 16 * 1024;

/** The properties of a CSV file; `preamble` is the text before its header. */
export type DetectedDialect = Dialect & { lineBreak: LineBreak; preamble: string };

export type LineBreak = '\n' | '\r\n' | '\r';

/** The line break at the end of the first line. */
export function lineBreakOf(head: string): LineBreak {
  // Some programs change CR LF to CR CR LF.
  const [found = '\n'] = /\r+\n|\n|\r/.exec(head) ?? [];
  if (!found.endsWith('\n')) return '\r';
  return found === '\n' ? '\n' : '\r\n';
}

/** Detects delimiter and line breaks in the beginning of a file. @param isWhole whether `head` is the whole file */
export function detectDialect(head: string, isWhole: boolean, columns?: Columns): DetectedDialect {
  const lineBreak = lineBreakOf(head);
  const newline = lineBreak === '\r' ? '\r' : '\n';
  // Excel does not show its own line for the delimiter as a row.
  const [preamble = '', declared] = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(head) ?? [];
  const dialect = { newline, line: preamble === '' ? 1 : 2, lineBreak, preamble } as const;
  if (declared) return { ...dialect, delimiter: declared };

  const sample = head.slice(0, sampleLength);
  const isAll = isWhole && sample.length === head.length;
  const scores = delimiters.map((delimiter) => score(sample, isAll, { ...dialect, delimiter }, columns));
  return { ...dialect, delimiter: delimiters[scores.indexOf(Math.max(...scores))] ?? ',' };
}

/**
 * Rates a dialect by three signs, the strongest first: the known headers, the number of rows with as many cells as the
 * first row, and the number of these cells.
 */
function score(sample: string, isWhole: boolean, dialect: Dialect, columns?: Columns): number {
  const records = sampleRecords(sample, isWhole, dialect).slice(0, 20);
  const width = records[0]?.cells.length ?? 0;
  if (!records[0] || width < 2) return 0;
  const sameWidthShare = records.filter(({ cells }) => cells.length === width).length / records.length;
  return (
    countRecognizedHeaders(records[0].cells, columns) * 1e6 + sameWidthShare * 1e4 + Math.min(width, 1000)
  );
}

/** Faults of the file are ignored here; reading the file reports them, with the correct delimiter. */
function sampleRecords(sample: string, isWhole: boolean, dialect: Dialect) {
  try {
    const records = csvRecords(dialect).push(sample, isWhole);
    return records.length > 0 ? records : csvRecords(dialect).push(sample, true);
  } catch {
    return [];
  }
}
