import { createHash } from 'node:crypto';
import { freeMemory, type OnProgress } from '@plant-store/engine';
import {
  type CellProblem,
  columnNames,
  guessWarning,
  openPlantFile,
  type PlantFileHeader,
  type PlantRow,
} from '@plant-store/plant-files';
import type { ImportError, NewPlant } from '@plant-store/schema';
import { importErrorsMax, importValueMax, optionalFields } from '@plant-store/schema/without-zod';
import type { ImportInput } from '../handle/plant-import.ts';
import { compress } from './kept-file.ts';
import type { StagedFile } from './staged-file.ts';

export type ValidRow = Pick<PlantRow, 'row'> & { plant: NewPlant };

/** Keeps the rows of a file until they are stored, at most until the import ends. */
export type Staging = {
  add(rows: ValidRow[]): void;
  addPiece(number: number, bytes: Uint8Array): void;
  /** Keeps one row per id: the last if `isLast`, otherwise the first. The others are marked as repeats. */
  end(isLast: boolean): void;
};

const pieceBytes = 256 * 1024;
/** The number of bytes after which memory is freed. Otherwise V8 keeps 30 MB more. */
const freeEveryBytes = 2 * 1024 * 1024;

/** Reads a file into the staging. @throws StoreError `unreadableFile` */
export async function stageFile(
  staging: Staging,
  source: AsyncIterable<Uint8Array>,
  input: ImportInput,
  onProgress: OnProgress,
): Promise<StagedFile> {
  const copy = createCopy(source, staging);
  const { header, batches, encoding, quoteEscape } = await openPlantFile(copy.bytes, input.read);
  const errors: ImportError[] = [];
  const warnings: ImportError[] = [];
  let guess: ImportError | undefined;
  let rows = 0;
  let validRows = 0;
  let freedAt = 0;
  for await (const batch of batches) {
    const valid = batch.filter((row): row is PlantRow & ValidRow => row.plant !== undefined);
    staging.add(valid);
    rows += batch.length;
    validRows += valid.length;
    if (valid.length < batch.length) collect(errors, batch, 'problems');
    collect(warnings, batch, 'warnings');
    if (input.read.encoding === undefined && encoding() === 'windows-1252') guess ??= guessIn(header, batch);
    onProgress({ doing: 'reading', done: rows, total: 0, unit: 'rows', bytes: copy.length() });
    if (copy.length() < freedAt + freeEveryBytes) continue;
    freedAt = copy.length();
    freeMemory();
  }
  staging.end(input.duplicates === 'update');
  if (freedAt > 0) freeMemory();
  const summary = {
    rows,
    validRows,
    errors,
    // The guess comes first, so that no number of other warnings hides it.
    warnings: guess ? [guess, ...warnings].slice(0, importErrorsMax) : warnings,
    encoding: encoding(),
    quoteEscape: quoteEscape(),
    hash: copy.hash(),
    ...columnInfo(header),
  };
  return { input, summary };
}

function createCopy(source: AsyncIterable<Uint8Array>, staging: Staging) {
  const hash = createHash('sha256');
  const piece = new Uint8Array(pieceBytes);
  let length = 0;
  let number = 0;
  let filled = 0;
  function flush() {
    if (filled > 0) staging.addPiece(number++, compress(piece.subarray(0, filled)));
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
        if (filled === pieceBytes) flush();
      }
      yield part;
    }
    flush();
  }
  return { bytes: bytes(), length: () => length, hash: () => hash.digest('hex') };
}

function collect(collected: ImportError[], batch: PlantRow[], kind: 'problems' | 'warnings') {
  for (const row of batch)
    for (const problem of row[kind])
      if (collected.length < importErrorsMax) collected.push(toImportError(row.row, problem));
}

/** The warning about the first text of a plant that a guessed encoding decided. */
function guessIn(header: PlantFileHeader, batch: PlantRow[]): ImportError | undefined {
  for (const row of batch) {
    const warning = guessWarning(header, row);
    if (warning) return toImportError(row.row, warning);
  }
  return undefined;
}

function toImportError(row: number, { column, value, message, suggestion }: CellProblem): ImportError {
  const cut = value.length > importValueMax ? `${value.slice(0, importValueMax - 1).toWellFormed()}…` : value;
  return { row, column, value: cut, message, ...(suggestion !== undefined && { suggestion }) };
}

function columnInfo(header: PlantFileHeader) {
  if (header.format === 'ndjson') {
    const { columns } = header;
    return {
      headerRow: undefined,
      idColumn: columns.id ?? 'id',
      absent: optionalFields.filter((field) => columns[field] === null),
    };
  }
  const { cells, mapping, rowsAbove } = header;
  const absent = optionalFields.filter((field) => mapping[field] === undefined);
  const headerRow = rowsAbove > 0 ? header.headerRow : undefined;
  return { headerRow, idColumn: columnNames(cells)[mapping.id] ?? 'id', absent };
}
