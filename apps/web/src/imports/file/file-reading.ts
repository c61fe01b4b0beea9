import type { ReadOptions } from '@plant-store/plant-files';
import type { PlantField } from '@plant-store/schema';
import { texts } from '../texts.tsx';

/** The name of the column for each field. An empty name means that no column has the optional field. */
export type ColumnChoice = { [Field in PlantField]?: string | undefined } & {
  headerRow?: number | undefined;
};

export const isNdjson = (name: string): boolean => /\.(ndjson|jsonl)$/i.test(name);

/** The maximum size of a file that is corrected in the browser, which needs the file in memory. */
export const correctableBytes = 64 * 1024 * 1024;

/** The same file with an encoding, which stays in its media type. */
export const inEncoding = (file: File, encoding: string): File =>
  new File([file], file.name, { type: `text/plain;charset=${encoding}` });

export const chosenEncoding = ({ type }: File): string | undefined => /;\s*charset=([^;]+)/.exec(type)?.[1];

/** The options for the reader of files; the store uses the same. */
export const readingOf = (file: File, { headerRow, ...choice }: ColumnChoice): ReadOptions => {
  const chosen = Object.entries(choice).filter(([, name]) => name !== undefined);
  const encoding = chosenEncoding(file);
  return {
    ...(isNdjson(file.name) && { format: 'ndjson' }),
    ...(encoding !== undefined && { encoding }),
    headerRow,
    columns: Object.fromEntries(chosen.map(([field, name]) => [field, name || null])),
  };
};

export async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

/** The text, or the beginning of a longer one. */
export const cut = (text: string, max = 60): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

/** The label of a column: its header, or its letter if the header is empty or not unique. */
export function labelOf(name: string, cell = ''): string {
  const header = cell.trim();
  if (header === name) return header;
  return header === '' ? texts.columns.unnamed(name) : texts.columns.repeated(header, name);
}
