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

/** The columns of a file with their labels, and the column that is shown for each field. */
export type ColumnMap = { options: ColumnOption[]; shown: ColumnChoice };

/** A column with an example: its text in the first row. */
type ColumnOption = { name: string; label: string; sample: string };

/** The facts at the start of a file. */
export type InspectedFile = {
  /** `undefined` if there is nothing to choose: the file has no headers, or is unreadable. */
  columns: ColumnMap | undefined;
  /** The reason why the columns are unclear. */
  problem: string | undefined;
  /** The first rows, as the store would store or refuse them. */
  preview: readonly PreviewRow[];
  /** The labels of columns with text that will not be imported. */
  ignored: readonly string[];
  isCsv: boolean;
};

const previewRows = 5;

/** Reads the start of a file. It reports only unclear columns; the store reports all other faults. */
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

/** The reason why the columns are unclear, for a person. The error message is for programs. */
function unclearText({ cells, field, candidates }: UnclearColumns): string {
  const [first, second] = candidates[field];
  if (first === undefined) return texts.columns.missing(field);
  const header = cells[first]?.trim() ?? '';
  if (second === undefined) return texts.columns.twice(header, field);
  return texts.columns.several(field, header, cells[second]?.trim() ?? '');
}

/** @param found the possible columns of each field; a field with several possible columns is shown as unclear */
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

/** The first row of a file with unclear columns. The choice of columns makes no difference to these cells. */
async function firstCells(file: File, headers: string[]): Promise<string[] | undefined> {
  const [id = '', name = id] = columnNames(headers);
  const none = Object.fromEntries(optionalFields.map((field) => [field, '']));
  try {
    const { batches } = await openPlantFile(piecesOf(file), readingOf(file, { ...none, id, name }));
    return (await firstRows(batches))[0]?.cells;
  } catch {
    // Columns with equal headers have no example.
    return undefined;
  }
}

async function firstRows(batches: PlantFile['batches']): Promise<PlantRow[]> {
  try {
    for await (const rows of batches) return rows;
  } catch {
    // The file is damaged further on; the store reports that.
  }
  return [];
}
