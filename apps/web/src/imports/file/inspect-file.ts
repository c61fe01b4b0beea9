import {
  columnNames,
  openPlantFile,
  type PlantFile,
  type PlantRow,
  UnclearColumns,
} from '@plant-store/plant-files';
import { isOptional, optionalFields, type PlantField, plantFields } from '@plant-store/schema';
import { texts } from '../texts.tsx';
import { type ColumnChoice, labelOf, piecesOf, readingOf } from './file-reading.ts';
import { ignoredColumns } from './ignored-columns.ts';
import { type PreviewRow, previewOf } from './preview-row.ts';

/** The columns of a file with their labels, and the choice of columns shown. */
export type ColumnMap = { options: ColumnOption[]; shown: ColumnChoice };

/** A column with its text in the first row. */
type ColumnOption = { name: string; label: string; sample: string };

/** The facts that the browser finds in the beginning of a file. */
export type InspectedFile = {
  /** `undefined` if there is no choice: the file has no headers, or is unreadable. */
  columns: ColumnMap | undefined;
  /** The reason why the columns are not clear. */
  problem: string | undefined;
  /** The first rows, as they would be stored or as they are refused. */
  preview: readonly PreviewRow[];
  /** The labels of columns that hold text and are not imported. */
  ignored: readonly string[];
  isCsv: boolean;
};

const previewRows = 5;

/** Reads the beginning of a file. It reports unclear columns; the store reports all other faults. */
export async function inspectFile(file: File, choice: ColumnChoice): Promise<InspectedFile> {
  try {
    const { header, batches } = await openPlantFile(piecesOf(file), readingOf(file, choice));
    const rows = await firstRows(batches);
    const preview = rows.slice(0, previewRows).map((row) => previewOf(row, header));
    const isCsv = header.format === 'csv';
    const seen = { problem: undefined, preview, ignored: ignoredColumns(header, rows), isCsv };
    if (!isCsv || header.headerRow === undefined) return { ...seen, columns: undefined };
    const found = plantFields.map((field) => [field, [header.mapping[field] ?? []].flat()]);
    const columns = columnsOf(header.cells, rows[0]?.cells, Object.fromEntries(found));
    return { ...seen, columns };
  } catch (error) {
    if (!(error instanceof UnclearColumns))
      return { columns: undefined, problem: undefined, preview: [], ignored: [], isCsv: false };
    return {
      columns: columnsOf(error.cells, await firstCells(file, error.cells), error.candidates),
      problem: unclearText(error),
      preview: [],
      ignored: [],
      isCsv: true,
    };
  }
}

/** The reason for unclear columns, for a person who can choose. The message of the error is for programs. */
function unclearText({ cells, field, candidates }: UnclearColumns): string {
  const [first, second] = candidates[field];
  if (first === undefined) return texts.columns.missing(field);
  const header = cells[first]?.trim() ?? '';
  if (second === undefined) return texts.columns.twice(header, field);
  return texts.columns.several(field, header, cells[second]?.trim() ?? '');
}

/** @param found the places of the columns that could hold each field; one of several is not shown as if it were clear */
function columnsOf(
  cells: string[],
  firstRow: string[] | undefined,
  found: Record<PlantField, number[]>,
): ColumnMap {
  const names = columnNames(cells);
  const shownIn = (field: PlantField) => {
    const [first, ...others] = found[field];
    if (first === undefined) return isOptional(field) ? '' : undefined;
    return others.length > 0 ? undefined : names[first];
  };
  const shown = Object.fromEntries(plantFields.map((field) => [field, shownIn(field)]));
  const options = names.map((name, index) => ({
    name,
    label: labelOf(name, cells[index]),
    sample: sampleOf(firstRow?.[index]),
  }));
  return { options, shown };
}

const sampleMax = 30;

function sampleOf(cell = ''): string {
  const text = cell.trim();
  return text.length > sampleMax ? `${text.slice(0, sampleMax - 1).toWellFormed()}…` : text;
}

/** The first row of a file whose columns are not clear. Any choice of columns gives the same cells. */
async function firstCells(file: File, headers: string[]): Promise<string[] | undefined> {
  const [id = '', name = id] = columnNames(headers);
  const none = Object.fromEntries(optionalFields.map((field) => [field, '']));
  try {
    const { batches } = await openPlantFile(piecesOf(file), readingOf(file, { ...none, id, name }));
    return (await firstRows(batches))[0]?.cells;
  } catch {
    // Headers without unique names have no sample.
    return undefined;
  }
}

async function firstRows(batches: PlantFile['batches']): Promise<PlantRow[]> {
  try {
    for await (const rows of batches) return rows;
  } catch {
    // The file cannot be read to its end, which the store says.
  }
  return [];
}
