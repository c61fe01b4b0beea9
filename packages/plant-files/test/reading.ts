import { openPlantFile, type PlantRow, type ReadOptions } from '../src/index.ts';

export const bytesOf = (file: string | Uint8Array): Uint8Array =>
  typeof file === 'string' ? new TextEncoder().encode(file) : file;

/** The bytes in pieces of these sizes, repeated until the end. */
export async function* pieces(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** The whole content of a file. */
export async function read(file: string | Uint8Array, options: ReadOptions & { sizes?: number[] } = {}) {
  const bytes = bytesOf(file);
  const { header, batches } = await openPlantFile(pieces(bytes, options.sizes ?? [bytes.length]), options);
  const rows: PlantRow[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { header, rows };
}

/** The plants of a file with only valid rows. */
export async function plantsIn(file: string | Uint8Array, options?: ReadOptions) {
  const { rows } = await read(file, options);
  return rows.map(({ plant, problems }) => plant ?? problems);
}

/** The error message for an unreadable file. */
export async function readErrorOf(
  file: string | Uint8Array,
  options?: ReadOptions & { sizes?: number[] },
): Promise<string> {
  try {
    await read(file, options);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === 'unreadableFile' ? message : `not the error of a file: ${error}`;
  }
  return 'no fault';
}
