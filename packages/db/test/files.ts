import type { Database } from '../src/handle/database.ts';
import { imports } from '../src/index.ts';

type Options = Partial<Omit<imports.NewImport, 'bytes'>>;

/** The bytes of a file in pieces, as over a network. */
export async function* inPieces(text: string | Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Imports a text as a file. */
export const importText = (
  db: Database,
  text: string | Uint8Array,
  options: Options = {},
  by: Parameters<typeof imports.run>[2] = {},
  wanted: Parameters<typeof imports.run>[3] = {},
) =>
  imports.run(
    db,
    { bytes: inPieces(text), read: {}, duplicates: 'refuse', isDryRun: false, ...options },
    by,
    wanted,
  );

/** The annotated file of an import. */
export async function annotatedText(db: Database, id: bigint): Promise<string> {
  const { text } = await imports.annotated(db, id);
  let all = '';
  for await (const part of text) all += part;
  return all;
}
