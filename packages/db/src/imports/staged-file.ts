import type { ImportError } from '@plant-store/schema';
import { namedUnit } from '../core/named-unit.ts';
import type { Steps } from '../core/sql.ts';
import type { IdempotentResult } from '../database/idempotent-request.ts';
import type { ImportInput, ImportResult } from '../database/plant-import.ts';
import { withIdempotency } from '../idempotency/idempotency.ts';
import type { Read } from './file-summary.ts';
import { sparingIndexes } from './index-rebuild.ts';
import { keepFile, reserve } from './kept-file.ts';
import { merge } from './merge.ts';
import type { Counts } from './outcomes.ts';

/** A file whose rows are staged; of a dry run, with the outcome that storing them would have. */
export type StagedFile = { input: ImportInput; read: Read; outcome?: Outcome | undefined };
type Outcome = Counts & { errors: ImportError[] };

/** Stores the rows of a staged file, and the file itself; of a dry run, only the file. */
export const storeFile = namedUnit(
  import.meta.url,
  'storeFile',
  function* (
    { input, read, outcome }: StagedFile,
    { engine, onProgress },
  ): Steps<IdempotentResult<ImportResult>> {
    const { rows, warnings, encoding, good, hash } = read;
    function* store(): Steps<ImportResult> {
      const id = yield* reserve(engine, input, read);
      const steps = () => merge(engine, input, read, id, onProgress);
      const found = outcome ?? (yield* engine === 'sqlite' ? sparingIndexes(good, steps) : steps());
      yield* keepFile(id);
      return { rows, warnings, encoding, ...found, id };
    }
    if (outcome) return { result: yield* store(), isReplay: false };
    const { request: asked } = input;
    return yield* withIdempotency(engine, { ...asked, hash: `${asked.hash ?? ''}${hash}` }, store);
  },
);
