import { positionAfter, unreadableFile } from '../text/unreadable-file.ts';
import { type BrokenRow, brokenRow } from './broken-row.ts';
import type { Broken, Cut, QuoteEscape, Row } from './quoted-record.ts';
import { cutRecord } from './record-cut.ts';
import {
  cellMax,
  checkRest,
  checkSize,
  columnsMax,
  isBlank,
  type RecordReader,
  type TextRecord,
} from './records.ts';
import { wrappedCells } from './wrapped-row.ts';

export type Dialect = { delimiter: string; newline: '\n' | '\r'; line: number; rowsAbove: number };

export type CsvReader = RecordReader & {
  /** How the file writes a mark inside a quoted cell, by the first such mark so far. */
  quoteEscape(): QuoteEscape | undefined;
};

/**
 * Numbers rows as a spreadsheet does. After a broken row, reading goes on at the next line that is a whole row.
 * @throws StoreError if the first row is broken, no whole row follows in 64 KiB, an end is missing, or above a limit
 */
export function csvRecords(dialect: Dialect): CsvReader {
  const { delimiter, newline, rowsAbove } = dialect;
  let rest = '';
  let row = rowsAbove;
  let { line } = dialect;
  let width = Number.POSITIVE_INFINITY;
  let quoteEscape: QuoteEscape | undefined;
  let isWrapped = false;
  let broken: BrokenRow | undefined;
  let noEnd: string | undefined;
  let wrongMark = 0;

  function push(text: string, isLast: boolean): TextRecord[] {
    const all = rest + text;
    const records: TextRecord[] = [];
    let at = 0;
    let openCell = 0;
    let quote = all.indexOf('"');
    while (at < all.length) {
      if (quote !== -1 && quote < at) quote = all.indexOf('"', at);
      const next = all.indexOf(newline, at);
      // Most records have no quotation mark. Splitting is several times as fast as reading each character.
      const isUnquoted = quote === -1 || (next !== -1 && next < quote);
      const cut: Cut = isUnquoted
        ? cutUnquotedRecord(all, at, next, isLast, delimiter)
        : unwrapped(cutRecord(all, at, isLast, dialect, quoteEscape, markedEnd(at, next)));
      if ('openCell' in cut || ('fault' in cut && next === -1 && !isLast)) {
        openCell = ('openCell' in cut ? cut.openCell : cut.cell) - at;
        break;
      }
      if ('fault' in cut || (broken && cut.cells.length < width)) {
        at = addToBroken('fault' in cut ? cut : undefined, all, at, next, records);
        continue;
      }
      endBroken(records);
      noEnd = undefined;
      const { cells, end } = cut;
      if (cells.length > columnsMax || end - at > cellMax) checkSize(cells, line);
      row += 1;
      const hasLineBreak = next !== -1 && next < end;
      if (!isBlank(cells)) {
        records.push({ row, cells, hasLineBreak });
        if (cells.length < width) width = cells.length;
      }
      if (!isUnquoted) quoteEscape ??= (cut as Row).quoteEscape;
      line = hasLineBreak
        ? positionAfter(all.slice(at, end), { line, column: 1 }, newline).line + 1
        : line + 1;
      at = end + 1;
    }
    rest = all.slice(at);
    wrongMark -= at;
    if (rest !== '') checkRest(rest, openCell, { line, column: 1 }, newline);
    if (!isLast) return records;
    // The last row has no end, not even one of its line: it looks like a file that was cut off.
    if (noEnd && !/[\r\n]$/.test(all)) throw unreadableFile(`the last row ${noEnd}`);
    endBroken(records);
    return records;
  }

  function unwrapped(cut: Cut): Cut {
    if (!('cells' in cut)) return cut;
    const isFirst = width === Number.POSITIVE_INFINITY;
    const isSure = isFirst || isWrapped;
    // Below a header without such marks any other row is one text. With empty cells after it, it is the copy of a
    // broken row.
    if (!isSure && (cut.cells.length > 1 || !cut.cells[0]?.includes('"'))) return cut;
    const cells = wrappedCells(cut.cells, dialect, isSure ? 2 : width);
    if (isFirst) isWrapped = cells !== undefined;
    return cells ? { ...cut, cells } : cut;
  }

  // Gives the start of the next line. @param cut the fault of the line; without one it has too few cells for a row
  function addToBroken(
    cut: Broken | undefined,
    all: string,
    start: number,
    next: number,
    records: TextRecord[],
  ): number {
    const end = next === -1 ? all.length : next;
    const text = all.slice(start, end);
    // A broken line with enough cells begins a row of its own.
    if (cut && text.split(delimiter).length >= width) endBroken(records);
    broken ??= brokenRow(cut as Broken, all, { start, line, newline, quoteEscape });
    if (width === Number.POSITIVE_INFINITY)
      throw unreadableFile(`the ${rowsAbove > 0 ? 'header' : 'first'} row ${broken.fault}`);
    broken.add(text);
    if (cut) wrongMark = Math.max(wrongMark, cut.at);
    if (cut?.fault === 'noEnd') noEnd ??= broken.fault;
    line += 1;
    return end + 1;
  }

  function endBroken(records: TextRecord[]) {
    if (!broken) return;
    row += 1;
    records.push(broken.record(row));
    broken = undefined;
  }

  // Until the last wrong mark is passed, a line may begin inside a quoted text. Then a row of several lines must be
  // strictly CSV. This also keeps the time linear: two such rows never read the same lines.
  const markedEnd = (at: number, next: number): number =>
    (broken || at < wrongMark) && next !== -1 ? next : Number.POSITIVE_INFINITY;

  return {
    push,
    place: () => positionAfter(rest, { line, column: 1 }, newline),
    quoteEscape: () => quoteEscape,
  };
}

function cutUnquotedRecord(text: string, start: number, next: number, isLast: boolean, delimiter: string) {
  if (next === -1 && !isLast) return { openCell: Math.max(start, text.lastIndexOf(delimiter) + 1) };
  const end = next === -1 ? text.length : next;
  const hasReturn = end > start && text.charCodeAt(end - 1) === 13;
  return { cells: text.slice(start, hasReturn ? end - 1 : end).split(delimiter), end };
}
