import { describePosition, type Position, positionAfter, unreadableFile } from '../text/unreadable-file.ts';

/** NDJSON has one cell, the line. A `fault` ends a sentence about a row that could not be cut: its cell is its text. */
export type TextRecord = { row: number; cells: string[]; hasLineBreak?: boolean; fault?: string };

/** Blank rows are counted and left out. */
export type RecordReader = {
  /** The records that end in this piece; with `isLast`, also an unfinished record. */
  push(text: string, isLast: boolean): TextRecord[];
  place(): Position;
};

/** In characters; most have one byte. */
export const cellMax = 64 * 1024;
export const columnsMax = 1_000;
/** In characters. A thousand long cells would need 64 MiB. */
export const recordMax = 1024 * 1024;

export function isBlank(cells: string[]): boolean {
  for (const cell of cells) if (cell.trim() !== '') return false;
  return true;
}

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

/** The last cell begins at `openCell` in `rest`. @throws StoreError if the record is already too long */
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
