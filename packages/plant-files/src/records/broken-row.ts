import { describePosition, positionAfter, unreadableFile } from '../text/unreadable-file.ts';
import type { Broken, QuoteEscape } from './quoted-record.ts';
import { cellMax, type TextRecord } from './records.ts';

/** A row with a broken quotation mark, and the lines after it up to the next whole row. */
export type BrokenRow = {
  /** The fault, with line and column, as the end of a sentence about the row. */
  fault: string;
  /** @throws StoreError if the row is longer than 64 KiB then */
  add(line: string): void;
  record(row: number): TextRecord;
};

/** @throws StoreError if the row is longer than 64 KiB */
export function brokenRow(
  broken: Broken,
  text: string,
  {
    start,
    line,
    newline,
    quoteEscape,
  }: { start: number; line: number; newline: string; quoteEscape?: QuoteEscape | undefined },
): BrokenRow {
  const placeOf = (at: number) =>
    describePosition(positionAfter(text.slice(start, at), { line, column: 1 }, newline));
  const fault = `has a broken quotation mark: ${faults[broken.fault](placeOf(broken.cell), placeOf(broken.at))}; ${remedy(quoteEscape)}`;
  const checkLength = (length: number) => {
    if (length > cellMax)
      throw unreadableFile(
        `the row in line ${line} ${fault}; no whole row follows within 64 KiB, so the file could not be read on`,
      );
  };
  checkLength(broken.at - start);
  const lines: string[] = [];
  let length = 0;
  return {
    fault,
    add(added) {
      lines.push(added);
      length += added.length + 1;
      checkLength(length);
    },
    record: (row) => ({
      row,
      cells: [withoutReturns(lines.join(newline))],
      hasLineBreak: lines.length > 1,
      fault: lines.length > 1 ? `${fault}; lines ${line} to ${line + lines.length - 1} were not read` : fault,
    }),
  };
}

/** A pattern such as `\r+$` would take a time that grows with the square. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\r') end--;
  return text.slice(0, end);
}

const remedy = (quoteEscape?: QuoteEscape) =>
  `put one mark at each end of a cell, and write a mark inside it as ${quoteEscape === 'backslash' ? '\\"' : '""'}`;

export const faultOfCopy = `has a broken quotation mark; ${remedy()}`;

const faults: Record<Broken['fault'], (cell: string, mark: string) => string> = {
  textAfter: (cell, mark) => `the mark in ${mark}, ends the cell that begins in ${cell}, but text follows it`,
  unquoted: (_cell, mark) => `the mark in ${mark}, stands in a cell that begins with another character`,
  noEnd: (cell) =>
    `the file ends inside the quoted cell that begins in ${cell}: it was cut off, or a quotation mark is missing`,
};
