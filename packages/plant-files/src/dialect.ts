import { type Columns, countFound } from './columns.ts';
import { csvRecords, type Dialect } from './csv-records.ts';

const delimiters = [',', ';', '\t', '|'];
/** How much of a file is looked at to tell its delimiter. */
const sampleLength = 16 * 1024;

/** What a file of CSV does in its own way; `preamble` is what stands before its header. */
export type Detected = Dialect & { lineBreak: LineBreak; preamble: string };

export type LineBreak = '\n' | '\r\n' | '\r';

/** How the first line of a file ends. */
export function lineBreakOf(head: string): LineBreak {
  // Some programs make CR CR LF of CR LF.
  const [found = '\n'] = /\r+\n|\n|\r/.exec(head) ?? [];
  if (!found.endsWith('\n')) return '\r';
  return found === '\n' ? '\n' : '\r\n';
}

/** Finds out delimiter and line breaks from the beginning of a file, which is all of it if `isWhole`. */
export function detectDialect(head: string, isWhole: boolean, columns?: Columns): Detected {
  const lineBreak = lineBreakOf(head);
  const newline = lineBreak === '\r' ? '\r' : '\n';
  // Excel's own way of telling the delimiter; it shows no row for it.
  const [preamble = '', told] = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(head) ?? [];
  const dialect = { newline, line: preamble === '' ? 1 : 2, lineBreak, preamble } as const;
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
    const records = csvRecords(dialect).push(sample, isWhole);
    return records.length > 0 ? records : csvRecords(dialect).push(sample, true);
  } catch {
    return [];
  }
}
