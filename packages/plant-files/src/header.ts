import { Int64Text, isOptional, plantFields } from '@plant-store/schema';
import { type Columns, countFound, type Mapping, mapColumns } from './columns.ts';
import type { Detected, LineBreak } from './dialect.ts';
import type { TextRecord } from './records.ts';
import { readTexts, textsIn } from './row-texts.ts';
import { fault, shortened } from './unreadable-file.ts';

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

/** The properties of a file that its beginning shows. */
export type PlantFileHeader = CsvHeader | NdjsonHeader;

/**
 * Reads the header from the first row that is not blank. A first row that is a plant, with the fields in their order,
 * is no header. @throws StoreError if the columns of id and name cannot be found; `UnclearColumns` if a person can
 * assign them
 */
export function csvHeader(
  first: TextRecord | undefined,
  detected: Detected,
  hasBom: boolean,
  columns?: Columns,
): CsvHeader {
  if (!first) throw fault('the file has only blank rows; send CSV with a header row, or NDJSON');
  const { delimiter, lineBreak: newline, preamble } = detected;
  const known = { format: 'csv', delimiter, newline, hasBom, preamble } as const;
  const { cells } = first;
  const isUpToUs = columns?.id === undefined && columns?.name === undefined;
  if (isUpToUs && isPlant(cells)) {
    const required = plantFields.filter((field) => !isOptional(field)).length;
    const names = plantFields.slice(0, Math.max(required, cells.length));
    return { ...known, headerRow: undefined, cells: names, mapping: mapColumns(names, columns) };
  }
  if (isUpToUs && countFound(cells) === 0 && cells.some((cell) => Int64Text.safeParse(cell).success))
    throw fault(
      `the file seems to have no header row, as its first row begins with ${shortened(cells[0] ?? '')}; add one above it, such as ${plantFields.join(delimiter)}`,
    );
  return { ...known, headerRow: first.row, cells, mapping: mapColumns(cells, columns) };
}

const inOrder = Object.fromEntries(plantFields.map((field, index) => [field, index]));

function isPlant(cells: string[]): boolean {
  const texts = textsIn(inOrder, cells);
  if (cells.length > plantFields.length || Int64Text.safeParse(texts.name).success) return false;
  return readTexts(texts).success;
}
