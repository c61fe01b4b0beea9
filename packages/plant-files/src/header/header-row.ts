import { IdText, plantFields, StoreError } from '@plant-store/schema/plants';
import { cellTexts, parseTexts } from '../cells/row-texts.ts';
import { writtenId } from '../cells/written-id.ts';
import { type Columns, countRecognizedHeaders, namedColumns, requiredCount } from '../columns/columns.ts';
import { unreadableFile } from '../text/unreadable-file.ts';
import type { HeadRow } from './head-rows.ts';

export const headerRowMax = 100;

export type HeaderOptions = {
  columns?: Columns | undefined;
  /** As a spreadsheet numbers it. Rows above it are not read. Found by default. */
  headerRow?: number | undefined;
};

/** A person can say which row it is. */
export class UnclearHeader extends StoreError {
  /** The row with the usual headers, and a row above it that looks like a plant; without them no headers were found. */
  readonly rows: { header: number; plant: number } | undefined;

  constructor(message: string, rows?: { header: number; plant: number }) {
    super('unreadableFile', message);
    this.rows = rows;
  }
}

/** A file without headers gives its first plant. @throws StoreError if the chosen row is blank; `UnclearHeader` */
export function findHeaderRow(rows: HeadRow[], options: HeaderOptions): HeadRow | undefined {
  const header = likelyHeaderRow(rows, options);
  const { columns, headerRow } = options;
  if (headerRow !== undefined) {
    if (header) return header;
    throw unreadableFile(
      `row ${headerRow} cannot be the header: it is blank, after the end, or not within the first 64 KiB; say another one with headerRow=`,
    );
  }
  const plant =
    header && rows.find((one) => one.row < header.row && isPlantAbove(one.cells, header.cells, columns));
  if (!plant) return header;
  throw new UnclearHeader(
    `row ${header.row} has the headers, but row ${plant.row} above it looks like a plant; remove one of them, or say in which row the headers are with headerRow=`,
    { header: header.row, plant: plant.row },
  );
}

export const likelyHeaderRow = (
  rows: HeadRow[],
  { columns, headerRow }: HeaderOptions,
): HeadRow | undefined =>
  headerRow !== undefined
    ? rows.find(({ row }) => row === headerRow)
    : (rows.find(({ cells }, index) => isHeader(cells, index === 0, columns)) ??
      rows.find((one, index) => mayBeFirst(one, index === 0, columns)) ??
      rows[0]);

export const isId = (cell: string): boolean => IdText.safeParse(cell).success;

/** Whether a row names id and name. A row with a number may be a plant, so below others it is none. */
function isHeader(cells: string[], isFirst: boolean, columns?: Columns): boolean {
  if (cells.length < requiredCount) return false;
  return isFirst
    ? countRecognizedHeaders(cells, columns) === requiredCount
    : !cells.some(isId) && namedColumns(cells, columns) !== undefined;
}

// True for two texts, or one that names a field. A broken row counts, so that the reader names its fault.
function mayBeFirst({ cells, form }: HeadRow, isFirst: boolean, columns?: Columns): boolean {
  if (form === 'broken') return true;
  if (cells.length < requiredCount) return false;
  if (form === 'plain' && cells.filter((cell) => cell.trim() !== '').length > 1) return true;
  return countRecognizedHeaders(cells, columns) > 0 || (isFirst && isPlant(cells));
}

/** Whether a row is a plant in the usual order of the fields, or under these headers, perhaps with an id such as `#7`. */
function isPlantAbove(cells: string[], headers: string[], columns?: Columns): boolean {
  const { id = 0, name = 1 } = namedColumns(headers, columns) ?? {};
  const text = cells[id] ?? '';
  const mayBeId = isId(text) || writtenId(text) !== undefined;
  return isPlant(cells) || (mayBeId && (cells[name] ?? '').trim() !== '');
}

const inOrder = Object.fromEntries(plantFields.map((field, index) => [field, index]));

export function isPlant(cells: string[]): boolean {
  const texts = cellTexts(inOrder, cells);
  if (cells.length > plantFields.length || isId(texts.name)) return false;
  return parseTexts(texts).success;
}
