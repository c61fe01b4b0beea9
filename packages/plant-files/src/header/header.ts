import { plantFields } from '@plant-store/schema/plants';
import {
  type Columns,
  countRecognizedHeaders,
  type Mapping,
  mapColumns,
  requiredCount,
} from '../columns/columns.ts';
import type { TextRecord } from '../records/records.ts';
import { quoted, unreadableFile } from '../text/unreadable-file.ts';
import type { DetectedDialect, LineBreak } from './dialect.ts';
import { type HeaderOptions, isId, isPlant, UnclearHeader } from './header-row.ts';
import { rowInCell } from './row-in-cell.ts';

type Text = { hasBom: boolean; newline: LineBreak };

export type CsvHeader = Text & {
  format: 'csv';
  delimiter: string;
  /** The row number of the headers. Without headers the first row is a plant, and `cells` has the default headers. */
  headerRow: number | undefined;
  cells: string[];
  mapping: Mapping;
  /** The text that comes back as it is: Excel's `sep=;` line, and the rows above the header, such as a title. */
  preamble: string;
  rowsAbove: number;
};
export type NdjsonHeader = Text & { format: 'ndjson'; columns: Columns };

export type PlantFileHeader = CsvHeader | NdjsonHeader;

/**
 * A first row with a plant is no header. @throws StoreError if id and name have no column, or a cell holds a row;
 * `UnclearColumns` or `UnclearHeader` if a person can say what they are
 */
export function csvHeader(
  first: TextRecord | undefined,
  detected: DetectedDialect,
  hasBom: boolean,
  { columns, headerRow }: HeaderOptions,
): CsvHeader {
  if (!first)
    throw unreadableFile('the file holds nothing but blank rows; send CSV with a header row, or NDJSON');
  const { delimiter, lineBreak: newline, preamble, rowsAbove } = detected;
  const known = { format: 'csv', delimiter, newline, hasBom, preamble, rowsAbove } as const;
  const { cells } = first;
  const isUnassigned = columns?.id === undefined && columns?.name === undefined && headerRow === undefined;
  if (isUnassigned && rowsAbove === 0 && isPlant(cells)) {
    const names = plantFields.slice(0, Math.max(requiredCount, cells.length));
    return { ...known, headerRow: undefined, cells: names, mapping: mapColumns(names, columns) };
  }
  if (isUnassigned && countRecognizedHeaders(cells) === 0 && cells.some(isId))
    throw new UnclearHeader(
      `the file seems to have no header row, as its ${rowsAbove > 0 ? `row ${first.row}` : 'first row'} begins with ${quoted(cells[0] ?? '')}; put one above it, such as ${plantFields.join(delimiter)}, or say in which row it is with headerRow=`,
    );
  const mapping = mapColumns(cells, columns, first.row);
  const [end] = /[,;|]$/.exec(cells.at(-1)?.trim() ?? '') ?? [];
  if (end !== undefined && Object.values(mapping).includes(cells.length - 1))
    throw unreadableFile(
      `row ${first.row} with the headers ends with ${quoted(end)}, so the last cells would end with it: a spreadsheet seems to have opened the file as one column; divide that column there at each ${quoted(delimiter)}, and send the file again`,
    );
  const hidden = first.hasLineBreak ? rowInCell(cells, mapping.id, delimiter) : undefined;
  if (hidden) throw unreadableFile(`the ${rowsAbove > 0 ? 'header' : 'first'} row ${hidden.message}`);
  return { ...known, headerRow: first.row, cells, mapping };
}
