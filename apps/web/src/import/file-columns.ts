import { openPlantFile } from '@plant-store/plant-files';
import type { ColumnChoice } from './import-request.ts';

/** The columns of a file, and which of them hold what; `undefined` where it has none, or they cannot be told. */
export type FileColumns = { headers: string[]; chosen: Required<ColumnChoice> };

/** Looks at the beginning of a file, here in the browser. */
export async function columnsOf(file: File, columns: ColumnChoice): Promise<FileColumns | undefined> {
  try {
    const { header, batches } = await openPlantFile(piecesOf(file), { columns: columnsFor(columns) });
    await batches.return();
    if (header.format !== 'csv') return undefined;
    const at = (index: number | undefined) => (index === undefined ? '' : (header.cells[index] ?? ''));
    const { mapping } = header;
    return {
      headers: header.cells,
      chosen: { id: at(mapping.id), name: at(mapping.name), tag: at(mapping.tag) },
    };
  } catch {
    // The store says what is wrong with it.
    return undefined;
  }
}

/** The same as the reader of files takes it. */
export const columnsFor = ({ id, name, tag }: ColumnChoice) => ({
  ...(id !== undefined && { id }),
  ...(name !== undefined && { name }),
  ...(tag !== undefined && { tag: tag || null }),
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
