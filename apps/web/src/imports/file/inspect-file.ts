import {
  columnNames,
  firstRowsOf,
  openPlantFile,
  type PlantFile,
  type PlantRow,
  UnclearColumns,
  UnclearHeader,
} from '@plant-store/plant-files';
import { isOptional, type PlantField, plantFields } from '@plant-store/schema';
import { texts } from '../texts.tsx';
import { type ColumnChoice, cut, labelOf, piecesOf, readingOf } from './file-reading.ts';
import { ignoredColumns, type PreviewRow, previewOf } from './first-rows.ts';

/** The columns of a file with their labels, and the column that is shown for each field. */
export type ColumnMap = { options: ReadingOption[]; shown: ColumnChoice };

/** A column with an example, its text in the first row; or a row with its text. */
export type ReadingOption = { name: string; label: string; sample: string };

export type HeaderChoice = { row: number | undefined; options: ReadingOption[] };

/** What the page learns from the first rows: columns, preview, ignored columns. */
export type InspectedFile = {
  /** `undefined` if there is nothing to choose: the file has no headers, or is unreadable. */
  columns: ColumnMap | undefined;
  /** `undefined` if the row with the headers is clear, or the file has one row. */
  header: HeaderChoice | undefined;
  problem: string | undefined;
  preview: readonly PreviewRow[];
  /** The labels of columns with text that will not be imported. */
  ignored: readonly string[];
  isCsv: boolean;
};

const previewRows = 5;

/** Reads the start of a file. It reports only unclear columns; the store reports all other faults. */
export async function inspectFile(file: File, choice: ColumnChoice): Promise<InspectedFile> {
  const options = readingOf(file, choice);
  const readFirstRows = () => firstRowsOf(piecesOf(file), options);
  try {
    const { header, batches } = await openPlantFile(piecesOf(file), options);
    const rows = await firstRows(batches);
    const preview = rows.slice(0, previewRows).map((row) => previewOf(row, header));
    const isCsv = header.format === 'csv';
    const isShown = isCsv && (header.rowsAbove > 0 || choice.headerRow !== undefined);
    const seen = {
      header: isShown ? headerChoice(await readFirstRows(), header.headerRow) : undefined,
      problem: undefined,
      preview,
      ignored: ignoredColumns(header, rows),
      isCsv,
    };
    if (!isCsv || header.headerRow === undefined) return { ...seen, columns: undefined };
    const found = plantFields.map((field) => [field, [header.mapping[field] ?? []].flat()]);
    const columns = columnsOf(header.cells, rows[0]?.cells, Object.fromEntries(found));
    return { ...seen, columns };
  } catch (error) {
    const seen = { columns: undefined, header: undefined, preview: [], ignored: [], isCsv: true };
    if (error instanceof UnclearHeader) {
      const { rows } = error;
      const problem = rows ? texts.header.plantAbove(rows.header, rows.plant) : texts.header.missing;
      return { ...seen, header: headerChoice(await readFirstRows()), problem };
    }
    if (!(error instanceof UnclearColumns)) return { ...seen, problem: undefined, isCsv: false };
    const rows = await readFirstRows();
    const first = rows.find(({ row }) => row > error.row);
    return {
      ...seen,
      columns: columnsOf(error.cells, first?.cells, error.candidates),
      header: headerChoice(rows, error.row),
      problem: unclearText(error),
    };
  }
}

type FirstRows = Awaited<ReturnType<typeof firstRowsOf>>;

function headerChoice(rows: FirstRows, row?: number): HeaderChoice | undefined {
  const textOf = (cells: string[]) => cells.map((cell) => cell.trim()).filter(Boolean);
  const options = rows.map(({ row, cells }) => ({
    name: String(row),
    label: texts.header.row(row),
    sample: cut(textOf(cells).join(', ')),
  }));
  return options.length > 1 ? { row, options } : undefined;
}

/** The reason why the columns are unclear, for a person. The error message is for programs. */
function unclearText({ cells, field, candidates }: UnclearColumns): string {
  if (cells.length === 1) return texts.columns.single;
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
    sample: cut(firstRow?.[index]?.trim() ?? '', 30),
  }));
  return { options, shown };
}

async function firstRows(batches: PlantFile['batches']): Promise<PlantRow[]> {
  try {
    for await (const rows of batches) return rows;
  } catch {
    // The file is damaged further on; the store reports that.
  }
  return [];
}
