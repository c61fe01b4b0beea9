import { describePosition, type Position, positionAfter, unreadableFile } from '../text/unreadable-file.ts';

/**
 * A row of a file: its number and its cells. A row of NDJSON has one cell, the line. A row with a `fault` could not be
 * cut into cells: its only cell is its text, and the fault ends a sentence about the row.
 */
export type TextRecord = { row: number; cells: string[]; hasLineBreak?: boolean; fault?: string };

/** Cuts pieces of text into records. Blank rows are counted and left out. */
export type RecordReader = {
  /** The records that end in this piece; with `isLast`, also an unfinished record. */
  push(text: string, isLast: boolean): TextRecord[];
  /** The place after the last pushed text. */
  place(): Position;
};

/** The maximum length of a cell, in characters; most characters have one byte. */
export const cellMax = 64 * 1024;
export const columnsMax = 1_000;
/** The maximum length of a record, in characters. A thousand long cells would need 64 MiB. */
export const recordMax = 1024 * 1024;

export function isBlank(cells: string[]): boolean {
  for (const cell of cells) if (cell.trim() !== '') return false;
  return true;
}

/** Checks the record that begins in `line`. @throws StoreError if a cell or the record is too long */
export function checkSize(cells: string[], line: number): void {
  if (cells.length > columnsMax)
    throw unreadableFile(
      `line ${line} has ${cells.length} columns; at most ${columnsMax} are read, and id, name and tag are all that is needed`,
    );
  const long = cells.findIndex((cell) => cell.length > cellMax);
  if (long !== -1)
    throw unreadableFile(
      `cell ${long + 1} of the row in line ${line} is longer than 64 KiB; make it shorter`,
    );
}

/**
 * Checks an incomplete record. It begins at `start`, and its last cell begins at `openCell` in `rest`.
 * @throws StoreError if it is already too long
 */
export function checkRest(rest: string, openCell: number, start: Position, newline: string): void {
  if (rest.length - openCell > cellMax) {
    const place = describePosition(positionAfter(rest.slice(0, openCell), start, newline));
    const guess = /^\s*"/.test(rest.slice(openCell))
      ? 'is the quotation mark missing that ends it?'
      : 'make it shorter';
    throw unreadableFile(`the cell that begins in ${place}, is longer than 64 KiB; ${guess}`);
  }
  if (rest.length > recordMax)
    throw unreadableFile(`the row that begins in line ${start.line} is longer than 1 MiB; make it shorter`);
}
