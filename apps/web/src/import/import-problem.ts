import type { Failure } from '@plant-store/client';
import { StoreError } from '@plant-store/schema';
import { noAnswer } from '../store/attempt.ts';
import { reason } from '../store/reason.ts';
import { sentence } from '../store/sentence.ts';
import { cancelled, fileChanged } from './import-request.ts';

/** What there is to say of a check or an import that did not come to its end; nothing of a check that was cancelled. */
export function problemText(failure: Failure, isDryRun: boolean): string | undefined {
  if (failure === cancelled)
    return isDryRun
      ? undefined
      : 'Cancelled: nothing of it was stored, unless it was done just then. Importing it again does no harm.';
  if (failure === noAnswer && !isDryRun)
    return 'No answer came, so it may have been imported or not. Importing it again does no harm.';
  return `${isDryRun ? 'Nothing was written.' : 'Not imported.'} ${reason(failure)}`;
}

/** Why cells could not be corrected. */
export const correctionProblem = (thrown: unknown): string =>
  `Nothing was corrected. ${sentence((thrown instanceof StoreError ? thrown : fileChanged).message)}`;
