import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import {
  type CellProblem,
  columnNames,
  type Encoding,
  openPlantFile,
  type PlantFileHeader,
  type PlantRow,
  type ReadOptions,
} from '@plant-store/plant-files';
import type { ImportError, NewPlant } from '@plant-store/schema';
import { importErrorsMax, importValueMax } from '@plant-store/schema/plain';
import type { OnProgress } from '../progress.ts';
import { giveBackMemory } from '../thread/garbage.ts';

/** A row that has a plant. */
export type GoodRow = Pick<PlantRow, 'row'> & { plant: NewPlant };

/** Where the rows of a file wait until they are stored: no part of the store, and gone with the connection. */
export type Staging = {
  add(rows: GoodRow[]): void | Promise<void>;
  /** Takes a piece of the file itself, compressed. */
  addPiece(number: number, bytes: Uint8Array): void | Promise<void>;
  /** Makes one row stand for each id, the last one where `isLast`, else the first; the others are repeats. */
  end(isLast: boolean): void | Promise<void>;
};

/** What was found out of a file while its rows were read. */
export type Read = {
  rows: number;
  /** How many rows have a plant. */
  good: number;
  errors: ImportError[];
  warnings: ImportError[];
  encoding: Encoding;
  /** SHA-256 of its bytes. */
  hash: string;
  /** The name of the column that holds the ids. */
  idColumn: string;
  /** Whether it has nothing to say of tags. */
  hasNoTags: boolean;
};

/** So much of a file is compressed as one piece. */
const pieceBytes = 256 * 1024;
/** After so much of a file memory is given back: with what V8 would keep of it, an import took 30 MB more. */
const giveBackBytes = 2 * 1024 * 1024;

/** Reads a file into where its rows wait. @throws StoreError `unreadableFile` */
export async function stage(
  source: AsyncIterable<Uint8Array>,
  staging: Staging,
  { isLast, ...options }: ReadOptions & { isLast: boolean },
  onProgress: OnProgress,
): Promise<Read> {
  const copy = createCopy(source, staging);
  const { header, batches, encoding } = await openPlantFile(copy.bytes, options);
  const errors: ImportError[] = [];
  const warnings: ImportError[] = [];
  let rows = 0;
  let good = 0;
  let givenBackAt = 0;
  for await (const batch of batches) {
    const acceptable = batch.filter((row): row is PlantRow & GoodRow => row.plant !== undefined);
    await staging.add(acceptable);
    rows += batch.length;
    good += acceptable.length;
    if (acceptable.length < batch.length) note(errors, batch, 'problems');
    note(warnings, batch, 'warnings');
    onProgress({ doing: 'reading', done: rows, total: rows, unit: 'rows', bytes: copy.length() });
    if (copy.length() < givenBackAt + giveBackBytes) continue;
    givenBackAt = copy.length();
    giveBackMemory();
  }
  await staging.end(isLast);
  if (givenBackAt > 0) giveBackMemory();
  return { rows, good, errors, warnings, encoding: encoding(), hash: copy.hash(), ...namesOf(header) };
}

/** Passes bytes on, each piece for as long as it takes to ask for the next, and keeps a copy of them. */
function createCopy(source: AsyncIterable<Uint8Array>, staging: Staging) {
  const hash = createHash('sha256');
  const piece = new Uint8Array(pieceBytes);
  let length = 0;
  let number = 0;
  let filled = 0;
  async function put() {
    if (filled > 0) await staging.addPiece(number++, compressed(piece.subarray(0, filled)));
    filled = 0;
  }
  async function* bytes() {
    for await (const part of source) {
      hash.update(part);
      length += part.length;
      for (let at = 0; at < part.length; ) {
        const room = part.subarray(at, at + pieceBytes - filled);
        piece.set(room, filled);
        filled += room.length;
        at += room.length;
        if (filled === pieceBytes) await put();
      }
      yield part;
    }
    await put();
  }
  return { bytes: bytes(), length: () => length, hash: () => hash.digest('hex') };
}

/** Quickly rather than small. */
export const compressed = (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes);

function note(noted: ImportError[], batch: PlantRow[], kind: 'problems' | 'warnings') {
  for (const row of batch)
    for (const problem of row[kind]) if (noted.length < importErrorsMax) noted.push(told(row.row, problem));
}

function told(row: number, { column, value, message, suggestion }: CellProblem): ImportError {
  const cut = value.length > importValueMax ? `${value.slice(0, importValueMax - 1).toWellFormed()}…` : value;
  return { row, column, value: cut, message, ...(suggestion !== undefined && { suggestion }) };
}

function namesOf(header: PlantFileHeader) {
  if (header.format === 'ndjson')
    return { idColumn: header.columns.id ?? 'id', hasNoTags: header.columns.tag === null };
  const { cells, mapping } = header;
  return { idColumn: columnNames(cells)[mapping.id] ?? 'id', hasNoTags: mapping.tag === undefined };
}
