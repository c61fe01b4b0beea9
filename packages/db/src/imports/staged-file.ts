import { type Steps, unitOfWork } from '@plant-store/engine';
import type { ImportError } from '@plant-store/schema';
import type { IdempotentResult } from '../handle/idempotent-request.ts';
import type { ImportInput, ImportResult } from '../handle/plant-import.ts';
import { withIdempotency } from '../idempotency/idempotency.ts';
import type { FileSummary } from './file-summary.ts';
import { withIndexRebuild } from './index-rebuild.ts';
import { keepFile, reserveImport } from './kept-file.ts';
import { merge } from './merge.ts';
import type { ImportCounts } from './outcomes.ts';

export type StagedFile = { input: ImportInput; summary: FileSummary; outcome?: Outcome | undefined };
type Outcome = ImportCounts & { errors: ImportError[] };

export const storeFileUnit = unitOfWork(
  import.meta.url,
  'storeFileUnit',
  function* (
    { input, summary, outcome: found }: StagedFile,
    { engine, onProgress },
  ): Steps<IdempotentResult<ImportResult>> {
    const { rows, warnings, encoding, quoteEscape, headerRow, validRows, hash } = summary;
    const read = {
      encoding,
      ...(quoteEscape === 'backslash' && { quoteEscape }),
      ...(headerRow !== undefined && { headerRow }),
    };
    const outcome =
      found ?? (input.isDryRun ? yield* merge(engine, input, summary, undefined, onProgress) : undefined);
    function* store(): Steps<ImportResult> {
      const id = yield* reserveImport(engine, input, summary);
      const steps = () => merge(engine, input, summary, id, onProgress);
      const stored = outcome ?? (yield* engine === 'sqlite' ? withIndexRebuild(validRows, steps) : steps());
      yield* keepFile(id);
      return { rows, warnings, ...read, ...stored, id };
    }
    if (outcome) return { result: yield* store(), isReplay: false };
    const { request } = input;
    return yield* withIdempotency(engine, { ...request, hash: `${request.hash ?? ''}${hash}` }, store);
  },
);
