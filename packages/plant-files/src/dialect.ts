import { type Columns, countFound } from './columns.ts';
import { csvRecords, type Dialect } from './csv-records.ts';

const delimiters = [',', ';', '\t', '|'];
/** How much of a file is looked at to tell its delimiter. */
const sampleLength = 16 * 1024;

/** What a file of CSV does in its own way; `preamble` is what stands before its header. */
export type Detected = Dialect & { lineBreak: '\n' | '\r\n' | '\r'; preamble: string };

/** Finds out delimiter and line breaks from the beginning of a file, which is all of it if `isWhole`. */
export function detectDialect(head: string, isWhole: boolean, columns?: Columns): Detected {
  const lineBreak = /\r\n|\n|\r/.exec(head)?.[0] as '\n' | '\r\n' | '\r' | undefined;
  const newline = head.includes('\n') ? '\n' : lineBreak === '\r' ? '\r' : '\n';
  // Excel's own way of telling the delimiter; it shows no row for it.
  const [preamble = '', told] = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(head) ?? [];
  const dialect = { newline, line: preamble === '' ? 1 : 2, lineBreak: lineBreak ?? '\n', preamble } as const;
  if (told) return { ...dialect, delimiter: told };

  const sample = head.slice(0, sampleLength);
  const isAll = isWhole && sample.length === head.length;
  const scores = delimiters.map((delimiter) => score(sample, isAll, { ...dialect, delimiter }, columns));
  return { ...dialect, delimiter: delimiters[scores.indexOf(Math.max(...scores))] ?? ',' };
}

/** Headers that are found tell most; then how many rows are cut into as many cells as the first; then how many. */
function score(sample: string, isWhole: boolean, dialect: Dialect, columns?: Columns): number {
  const records = sampleRecords(sample, isWhole, dialect).slice(0, 20);
  const width = records[0]?.cells.length ?? 0;
  if (!records[0] || width < 2) return 0;
  const alike = records.filter(({ cells }) => cells.length === width).length / records.length;
  return countFound(records[0].cells, columns) * 1e6 + alike * 1e4 + Math.min(width, 1000);
}

/** What is wrong with a file is said when it is read, with the right delimiter. */
function sampleRecords(sample: string, isWhole: boolean, dialect: Dialect) {
  try {
    return csvRecords(dialect).push(sample, isWhole);
  } catch {
    return [];
  }
}
