import type { ImportError } from '@plant-store/schema';
import { namedUnit } from '../core/named-unit.ts';
import type { Steps } from '../core/sql.ts';
import type { IdempotentResult } from '../database/idempotent-request.ts';
import type { ImportInput, ImportResult } from '../database/plant-import.ts';
import { withIdempotency } from '../idempotency/idempotency.ts';
import type { FileSummary } from './file-summary.ts';
import { withIndexRebuild } from './index-rebuild.ts';
import { keepFile, reserveImport } from './kept-file.ts';
import { merge } from './merge.ts';
import type { ImportCounts } from './outcomes.ts';

/** A file whose rows are staged. A dry run also has the outcome of an import. */
export type StagedFile = { input: ImportInput; summary: FileSummary; outcome?: Outcome | undefined };
type Outcome = ImportCounts & { errors: ImportError[] };

/** Stores the rows of a staged file and the file itself; for a dry run only the file. */
export const storeFileUnit = namedUnit(
  import.meta.url,
  'storeFileUnit',
  function* (
    { input, summary, outcome }: StagedFile,
    { engine, onProgress },
  ): Steps<IdempotentResult<ImportResult>> {
    const { rows, warnings, encoding, validRows: good, hash } = summary;
    function* store(): Steps<ImportResult> {
      const id = yield* reserveImport(engine, input, summary);
      const steps = () => merge(engine, input, summary, id, onProgress);
      const stored = outcome ?? (yield* engine === 'sqlite' ? withIndexRebuild(good, steps) : steps());
      yield* keepFile(id);
      return { rows, warnings, encoding, ...stored, id };
    }
    if (outcome) return { result: yield* store(), isReplay: false };
    const { request } = input;
    return yield* withIdempotency(engine, { ...request, hash: `${request.hash ?? ''}${hash}` }, store);
  },
);
