import type { Answer } from '../catalogue/asked.ts';
import { stepsOnce } from '../catalogue/once.ts';
import type { Engine } from '../engine/engine.ts';
import type { Steps, Unit } from '../engine/unit.ts';
import type { OnProgress } from '../progress.ts';
import type { Imported, ImportInput } from './imported.ts';
import { keepFile, reserve } from './kept-file.ts';
import { merge } from './merge.ts';
import { type Staging, stage } from './stage.ts';

/** A store that a file is imported into, on a connection of its own. */
export type ImportStore = {
  engine: Engine;
  staging: Staging;
  /** Runs a unit as `Database.transact` does, for as long as it takes. */
  transact<Result>(unit: Unit<Result>): Promise<Result>;
  /** Has so many rows stored in the way that is the quickest for so many. */
  sparing<Result>(rows: number, steps: () => Steps<Result>): Steps<Result>;
  /** Runs a unit that writes nothing into the store, and sees one moment of it. */
  look<Result>(unit: Unit<Result>): Promise<Result>;
};

/**
 * Imports a file: reads all of it first, into where it is nobody else's business, then stores it in one transaction.
 * @throws StoreError `unreadableFile`, with nothing stored; `badRequest` for a key that came with another file
 */
export async function importFile(
  { engine, staging, transact, sparing, look }: ImportStore,
  source: AsyncIterable<Uint8Array>,
  input: ImportInput,
  onProgress: OnProgress,
): Promise<Answer<Imported>> {
  const isLast = input.duplicates === 'update';
  const read = await stage(source, staging, { ...input.read, isLast }, onProgress);
  const { rows, errors, warnings, encoding } = read;
  const told = { rows, errors, warnings, encoding };
  if (input.isDryRun) {
    const outcome = await look(() => merge(engine, input, read, undefined, onProgress));
    const id = await transact(function* () {
      const id = yield* reserve(engine, input, read);
      yield* keepFile(id);
      return id;
    });
    return { result: { ...told, ...outcome, id }, isReplay: false };
  }
  const unit = function* () {
    const id = yield* reserve(engine, input, read);
    const outcome = yield* sparing(read.good, () => merge(engine, input, read, id, onProgress));
    yield* keepFile(id);
    return { ...told, ...outcome, id };
  };
  const { asked } = input;
  const hash = `${asked.hash ?? ''}${read.hash}`;
  return transact(() => stepsOnce(engine, { ...asked, hash }, unit));
}
