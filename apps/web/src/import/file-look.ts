import { columnNames, openPlantFile, type PlantFile, UnclearColumns } from '@plant-store/plant-files';
import type { NewPlant } from '@plant-store/schema';
import { type ColumnChoice, isNdjson } from './import-request.ts';

/** The columns of a file, by what they are called and with what stands above them, and which of them hold what. */
export type FileColumns = { options: { name: string; label: string }[]; shown: ColumnChoice };

/** What can be seen of a file from its beginning, here in the browser. */
export type FileLook = {
  /** `undefined` where there is nothing to choose: it has no headers, or cannot be read. */
  columns: FileColumns | undefined;
  /** Why it is not clear which column holds what. */
  problem: string | undefined;
  /** The first rows that are good, as they would be stored. */
  preview: readonly NewPlant[];
  isCsv: boolean;
};

const previewRows = 5;

/** Looks at the beginning of a file. What is wrong with it besides its columns is for the store to say. */
export async function lookAt(file: File, choice: ColumnChoice): Promise<FileLook> {
  try {
    const { header, batches } = await openPlantFile(piecesOf(file), readingOf(file, choice));
    const preview = await firstPlants(batches);
    const isCsv = header.format === 'csv';
    if (!isCsv || header.headerRow === undefined)
      return { columns: undefined, problem: undefined, preview, isCsv };
    const { id, name, tag } = header.mapping;
    const columns = columnsOf(header.cells, { id: [id], name: [name], tag: tag === undefined ? [] : [tag] });
    return { columns, problem: undefined, preview, isCsv };
  } catch (error) {
    if (!(error instanceof UnclearColumns))
      return { columns: undefined, problem: undefined, preview: [], isCsv: false };
    return {
      columns: columnsOf(error.cells, error.found),
      problem: error.message,
      preview: [],
      isCsv: true,
    };
  }
}

/** The same as the reader of files takes it. */
export const readingOf = ({ name: file }: File, { id, name, tag }: ColumnChoice) => ({
  ...(isNdjson(file) && { format: 'ndjson' as const }),
  columns: {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined && { tag: tag || null }),
  },
});

/** What is in a file, piece by piece. */
export async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

/** @param found the places of the columns that could hold each field; one of several is not shown as if it were clear */
function columnsOf(cells: string[], found: Record<'id' | 'name' | 'tag', number[]>): FileColumns {
  const names = columnNames(cells);
  const only = ([first, ...others]: number[]) =>
    first === undefined || others.length > 0 ? undefined : names[first];
  const tag = found.tag.length === 0 ? '' : only(found.tag);
  const shown = { id: only(found.id), name: only(found.name), tag };
  return { options: names.map((name, index) => ({ name, label: labelOf(name, cells[index]) })), shown };
}

/** A column that is called by its letter is shown with what stands above it, too. */
function labelOf(name: string, cell = ''): string {
  const header = cell.trim();
  if (header === name) return header;
  return header === '' ? `column ${name}` : `${header} (column ${name})`;
}

async function firstPlants(batches: PlantFile['batches']): Promise<NewPlant[]> {
  try {
    for await (const rows of batches) return rows.flatMap(({ plant }) => plant ?? []).slice(0, previewRows);
  } catch {
    // The file cannot be read to its end, which the store says.
  }
  return [];
}
