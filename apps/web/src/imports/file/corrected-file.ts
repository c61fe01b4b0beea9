import { type CsvHeader, csvCell, findCellIndex, openPlantFile } from '@plant-store/plant-files';
import { StoreError } from '@plant-store/schema';
import { texts } from '../texts.tsx';
import { type ColumnChoice, piecesOf, readingOf } from './file-reading.ts';

export type Correction = { row: number; column: string; text: string };

/**
 * @param only the numbers of the rows that stay, if not all do
 * @throws StoreError for an unreadable file or a missing column; DOMException if the file has changed since
 */
export async function correctedFile(
  file: File,
  columns: ColumnChoice,
  corrections: readonly Correction[],
  only?: ReadonlySet<number>,
): Promise<File> {
  const { header, batches, encoding } = await openPlantFile(piecesOf(file), readingOf(file, columns));
  if (header.format !== 'csv') return file;
  const texts = new Map(
    corrections.map(({ row, column, text }) => [`${row} ${placeOf(header, column)}`, text]),
  );
  const parts: string[] = [header.preamble];
  let last = header.rowsAbove;
  const write = (row: number, cells: readonly string[]) => {
    // Writes blank rows for those that are not here, so that row numbers stay the same.
    parts.push(header.newline.repeat(Math.max(0, row - last - 1)), lineOf(header, cells));
    last = row;
  };
  if (header.headerRow !== undefined) write(header.headerRow, header.cells);
  for await (const rows of batches)
    for (const { row, cells } of rows) {
      if (only && !only.has(row)) continue;
      const width = Math.max(cells.length, header.cells.length);
      write(
        row,
        Array.from({ length: width }, (_, index) => texts.get(`${row} ${index}`) ?? cells[index] ?? ''),
      );
    }
  // The corrected file is in UTF-8, whatever the encoding of the original.
  if (header.hasBom || encoding() !== 'utf-8') parts.unshift('\uFEFF');
  return new File(parts, file.name);
}

function placeOf({ cells }: CsvHeader, column: string): number {
  const place = findCellIndex(cells, column);
  if (place !== undefined) return place;
  throw new StoreError('badRequest', texts.problems.noColumn(column));
}

const lineOf = ({ delimiter, newline }: CsvHeader, cells: readonly string[]) =>
  cells.map(csvCell).join(delimiter) + newline;
