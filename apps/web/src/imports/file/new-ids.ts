import { columnNames, isAlphanumericId, openPlantFile } from '@plant-store/plant-files';
import { int64Max, StoreError } from '@plant-store/schema';
import { texts } from '../texts.tsx';
import type { Correction } from './corrected-file.ts';
import { type ColumnChoice, piecesOf, readingOf } from './file-reading.ts';

/** New ids from `first` to `last` in the order of the rows, and the corrections that write them into the file. */
export type NewIds = { first: bigint; last: bigint; corrections: Correction[] };

/**
 * Gives new ids to the rows of a CSV file whose ids contain letters. The new ids are positive, and above all ids of the
 * file and of the store. @param highest the highest id of the store
 * @returns `undefined` if no id contains letters
 * @throws StoreError if the file is unreadable, or too few ids are left
 */
export async function newIds(file: File, columns: ColumnChoice, highest = 0n): Promise<NewIds | undefined> {
  const { header, batches } = await openPlantFile(piecesOf(file), readingOf(file, columns));
  if (header.format !== 'csv') return undefined;
  const { id: place } = header.mapping;
  const column = columnNames(header.cells)[place] ?? 'id';
  const lettered: number[] = [];
  let first = highest < 0n ? 1n : highest + 1n;
  for await (const rows of batches)
    for (const { row, cells, plant } of rows) {
      const id = plant?.id ?? wholeNumber(cells[place]);
      if (id !== undefined && id >= first) first = id + 1n;
      if (!plant && isAlphanumericId(cells[place] ?? '')) lettered.push(row);
    }
  if (lettered.length === 0) return undefined;
  const last = first + BigInt(lettered.length) - 1n;
  if (last > int64Max) throw new StoreError('badRequest', texts.newIds.noneLeft);
  const corrections = lettered.map((row, at) => ({ row, column, text: String(first + BigInt(at)) }));
  return { first, last, corrections };
}

/** The id of a row that is refused for another reason. No new id may equal it: a person may correct that row later. */
function wholeNumber(cell = ''): bigint | undefined {
  const text = cell.trim();
  return /^[+-]?\d{1,19}$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
}
