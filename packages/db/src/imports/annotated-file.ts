import { setImmediate as turn } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { currentTime } from '@plant-store/engine';
import {
  type AnnotatedRow,
  annotatedWriter,
  failure,
  openPlantFile,
  type PlantFileFormat,
  type PlantRow,
  type RowOutcome,
  serializeFile,
} from '@plant-store/plant-files';
import { StoreError } from '@plant-store/schema/without-zod';
import type { Database } from '../handle/database.ts';
import { duplicateIdInFile } from '../plants/duplicate-id.ts';
import { fileRetention, type KeptOptions, type KeptOutcome } from './kept-file.ts';

export type AnnotatedFile = {
  name: string | undefined;
  format: PlantFileFormat;
  text: AsyncIterable<string>;
};

/** Kept for a week, and read piece by piece. @throws StoreError `notFound`, also if the week ends meanwhile */
export async function annotated(db: Database, id: bigint): Promise<AnnotatedFile> {
  const kept = await keptFile(db, id);
  const { read, idColumn } = JSON.parse(kept.options) as KeptOptions;
  const { header, batches } = await openPlantFile(pieces(db, id, 'file'), read);
  return {
    name: kept.file ?? undefined,
    format: header.format,
    text: serializeFile(annotatedWriter(header), annotatedRows(batches, outcomes(db, id), idColumn)),
  };
}

async function keptFile(db: Database, id: bigint) {
  const kept = await db.prisma.import.findUnique({ where: { id } });
  if (!kept || id <= (await currentTime(db)) - fileRetention)
    throw new StoreError('notFound', `import ${id} has no file; files are kept for seven days`);
  return kept;
}

async function* pieces(
  db: Database,
  id: bigint,
  kind: 'file' | 'outcomes',
): AsyncGenerator<Uint8Array, void, void> {
  for (let number = 0n; ; number++) {
    const importId_kind_number = { importId: id, kind, number };
    const piece = await db.prisma.importPiece.findUnique({ where: { importId_kind_number } });
    // During its deletion a file may end at any piece.
    if (!piece) return void (await keptFile(db, id));
    yield zstdDecompressSync(piece.bytes);
  }
}

async function* outcomes(db: Database, id: bigint): AsyncGenerator<KeptOutcome, void, void> {
  for await (const piece of pieces(db, id, 'outcomes'))
    yield* JSON.parse(new TextDecoder().decode(piece)) as KeptOutcome[];
}

async function* annotatedRows(
  batches: AsyncIterable<PlantRow[]>,
  kept: AsyncGenerator<KeptOutcome, void, void>,
  idColumn: string,
): AsyncGenerator<AnnotatedRow[], void, void> {
  let next = await kept.next();
  for await (const batch of batches) {
    const rows: AnnotatedRow[] = [];
    for (const { row, cells, problems } of batch) {
      let outcome: RowOutcome = problems.length > 0 ? failure(problems) : { status: 'created' };
      if (!next.done && next.value[0] === row) {
        outcome = outcomeOf(next.value, idColumn);
        next = await kept.next();
      }
      rows.push({ row, cells, outcome });
    }
    yield rows;
    await turn();
  }
}

function outcomeOf([, status, holder, holderRow]: KeptOutcome, column: string): RowOutcome {
  if (status !== 'failed') return { status };
  return failure([{ column, value: '', message: duplicateIdInFile(holder, holderRow) }]);
}
