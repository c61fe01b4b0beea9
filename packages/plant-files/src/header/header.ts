import { IdText, isOptional, plantFields } from '@plant-store/schema/plants';
import { cellTexts, parseTexts } from '../cells/row-texts.ts';
import { type Columns, countRecognizedHeaders, type Mapping, mapColumns } from '../columns/columns.ts';
import type { TextRecord } from '../records/records.ts';
import { quoted, unreadableFile } from '../text/unreadable-file.ts';
import type { DetectedDialect, LineBreak } from './dialect.ts';
import { rowInCell } from './row-in-cell.ts';

type Text = { hasBom: boolean; newline: LineBreak };

export type CsvHeader = Text & {
  format: 'csv';
  delimiter: string;
  /** The row number of the headers. Without headers the first row is a plant, and `cells` has the default headers. */
  headerRow: number | undefined;
  cells: string[];
  mapping: Mapping;
  /** The text before the header row, such as Excel's `sep=;` line; mostly empty. */
  preamble: string;
};
export type NdjsonHeader = Text & { format: 'ndjson'; columns: Columns };

/** The properties of a file, from its beginning. */
export type PlantFileHeader = CsvHeader | NdjsonHeader;

/**
 * Reads the header from the first row that is not blank. A first row with a plant, its fields in their order, is no
 * header.
 * @throws StoreError if the columns of id and name cannot be found, or a cell holds a row; `UnclearColumns` if a person
 *   can assign the columns
 */
export function csvHeader(
  first: TextRecord | undefined,
  detected: DetectedDialect,
  hasBom: boolean,
  columns?: Columns,
): CsvHeader {
  if (!first)
    throw unreadableFile('the file holds nothing but blank rows; send CSV with a header row, or NDJSON');
  const { delimiter, lineBreak: newline, preamble } = detected;
  const known = { format: 'csv', delimiter, newline, hasBom, preamble } as const;
  const { cells } = first;
  const isUnassigned = columns?.id === undefined && columns?.name === undefined;
  if (isUnassigned && isPlant(cells)) {
    const required = plantFields.filter((field) => !isOptional(field)).length;
    const names = plantFields.slice(0, Math.max(required, cells.length));
    return { ...known, headerRow: undefined, cells: names, mapping: mapColumns(names, columns) };
  }
  if (
    isUnassigned &&
    countRecognizedHeaders(cells) === 0 &&
    cells.some((cell) => IdText.safeParse(cell).success)
  )
    throw unreadableFile(
      `the file seems to have no header row, as its first row begins with ${quoted(cells[0] ?? '')}; put one above it, such as ${plantFields.join(delimiter)}`,
    );
  const mapping = mapColumns(cells, columns);
  const hidden = first.hasLineBreak ? rowInCell(cells, mapping.id, delimiter) : undefined;
  if (hidden) throw unreadableFile(`the first row ${hidden.message}`);
  return { ...known, headerRow: first.row, cells, mapping };
}

const inOrder = Object.fromEntries(plantFields.map((field, index) => [field, index]));

function isPlant(cells: string[]): boolean {
  const texts = cellTexts(inOrder, cells);
  if (cells.length > plantFields.length || IdText.safeParse(texts.name).success) return false;
  return parseTexts(texts).success;
}
