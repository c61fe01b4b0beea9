import { columnNames, openPlantFile, type PlantFileHeader } from '@plant-store/plant-files';
import { type ColumnChoice, correctableBytes, cut, labelOf, piecesOf, readingOf } from './file-reading.ts';

/** A cell with text: the column name that problems use, the column's label, and the text, cut if it is long. */
export type RowCell = { column: string; label: string; text: string };
export type RowCells = ReadonlyMap<number, readonly RowCell[]>;

/** Reads the cells of the rows with these numbers, within the first `correctableBytes` of the file. */
export async function rowCells(
  file: File,
  columns: ColumnChoice,
  rowNumbers: readonly number[],
): Promise<RowCells> {
  const wanted = new Set(rowNumbers);
  const last = Math.max(...wanted);
  const found = new Map<number, RowCell[]>();
  if (wanted.size === 0) return found;
  try {
    const beginning = new File([file.slice(0, correctableBytes)], file.name, { type: file.type });
    const { header, batches } = await openPlantFile(piecesOf(beginning), readingOf(file, columns));
    const cellsOf = cellReader(header);
    for await (const rows of batches) {
      for (const { row, cells } of rows) if (wanted.has(row)) found.set(row, cellsOf(cells));
      if ((rows.at(-1)?.row ?? 0) >= last) break;
    }
  } catch {
    // The file is damaged; the store reports that.
  }
  return found;
}

function cellReader(header: PlantFileHeader): (cells: readonly string[]) => RowCell[] {
  if (header.format === 'ndjson') return ([line = '']) => lineCells(line);
  const names = columnNames(header.cells);
  return (cells) =>
    names.flatMap((column, index) => {
      const text = cells[index]?.trim() ?? '';
      return text === '' ? [] : [{ column, label: labelOf(column, header.cells[index]), text: cut(text) }];
    });
}

/** The keys and values of a line of NDJSON; empty if the line is not an object. */
export function lineCells(line: string): RowCell[] {
  try {
    const object: unknown = JSON.parse(line);
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return [];
    return Object.entries(object).map(([column, value]) => ({
      column,
      label: column,
      text: cut(typeof value === 'string' ? value : JSON.stringify(value)),
    }));
  } catch {
    return [];
  }
}
