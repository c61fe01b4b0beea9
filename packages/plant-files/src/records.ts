import { fault, inWords, type Place, placeAfter } from './fault.ts';

/** One row of a file: its number, and what stands in its cells. A row of NDJSON has one cell, the line. */
export type TextRecord = { row: number; cells: string[] };

/** Cuts text that comes in pieces into records. A row in which nothing stands is counted and left out. */
export type RecordReader = {
  /** The records that end in this piece, or with it if it is the last one. */
  push(text: string, isLast: boolean): TextRecord[];
  /** Where the text that was pushed ends. */
  place(): Place;
};

/** In characters, of which most are a byte. */
export const cellMax = 64 * 1024;
export const columnsMax = 1_000;
/** Or a record of a thousand cells, each within bounds, would take 64 MiB. */
export const recordMax = 1024 * 1024;

/** @throws StoreError where the record that begins in `line` has a cell, or cells, beyond the limits. */
export function checkSize(cells: string[], line: number): void {
  if (cells.length > columnsMax)
    throw fault(
      `line ${line} has ${cells.length} columns; at most ${columnsMax} are read, and id, name and tag are all that is needed`,
    );
  const long = cells.findIndex((cell) => cell.length > cellMax);
  if (long !== -1)
    throw fault(`cell ${long + 1} of the row in line ${line} is longer than 64 KiB; make it shorter`);
}

/**
 * Of a record whose end has not come yet, which begins at `start`, and whose last cell begins at `openCell` in it.
 * @throws StoreError where more of it is there than a whole one may have.
 */
export function checkRest(rest: string, openCell: number, start: Place, newline: string): void {
  if (rest.length - openCell > cellMax) {
    const place = inWords(placeAfter(rest.slice(0, openCell), start, newline));
    const guess = rest[openCell] === '"' ? 'is the quotation mark missing that ends it?' : 'make it shorter';
    throw fault(`the cell that begins in ${place}, is longer than 64 KiB; ${guess}`);
  }
  if (rest.length > recordMax)
    throw fault(`the row that begins in line ${start.line} is longer than 1 MiB; make it shorter`);
}
