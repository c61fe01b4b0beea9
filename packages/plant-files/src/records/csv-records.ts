import { describePosition, positionAfter, unreadableFile } from '../text/unreadable-file.ts';
import { quotedRecord } from './quoted-record.ts';
import { cellMax, checkRest, checkSize, columnsMax, type RecordReader, type TextRecord } from './records.ts';

/** `line` is the number of the next line. */
export type Dialect = { delimiter: string; newline: '\n' | '\r'; line: number };

/**
 * Cuts CSV into records, and numbers them like rows of a spreadsheet: a record may have several lines. @throws
 * StoreError if the text ends inside a quoted cell, or exceeds a limit
 */
export function csvRecords({ delimiter, newline, line: firstLine }: Dialect): RecordReader {
  let rest = '';
  let row = 0;
  let line = firstLine;

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
      const cut = isUnquoted
        ? unquotedRecord(all, at, next, isLast, delimiter)
        : quotedRecord(all, at, isLast, delimiter, newline);
      if ('openCell' in cut) {
        openCell = cut.openCell - at;
        break;
      }
      const { cells, end } = cut;
      if (cells.length > columnsMax || end - at > cellMax) checkSize(cells, line);
      row += 1;
      if (!isBlank(cells)) records.push({ row, cells });
      line = isUnquoted ? line + 1 : positionAfter(all.slice(at, end), { line, column: 1 }, newline).line + 1;
      at = end + 1;
    }
    rest = all.slice(at);
    if (rest !== '') checkRest(rest, openCell, { line, column: 1 }, newline);
    if (rest !== '' && isLast)
      throw cutOff(positionAfter(rest.slice(0, openCell), { line, column: 1 }, newline));
    return records;
  }

  return { push, place: () => positionAfter(rest, { line, column: 1 }, newline) };
}

function unquotedRecord(text: string, start: number, next: number, isLast: boolean, delimiter: string) {
  if (next === -1 && !isLast) return { openCell: Math.max(start, text.lastIndexOf(delimiter) + 1) };
  const end = next === -1 ? text.length : next;
  const hasReturn = end > start && text.charCodeAt(end - 1) === 13;
  return { cells: text.slice(start, hasReturn ? end - 1 : end).split(delimiter), end };
}

function isBlank(cells: string[]): boolean {
  for (const cell of cells) if (cell.trim() !== '') return false;
  return true;
}

const cutOff = (place: { line: number; column: number }) =>
  unreadableFile(
    `the file ends inside the quoted cell that begins in ${describePosition(place)}: it was cut off, or a quotation mark is missing there; nothing after that place could be read`,
  );
