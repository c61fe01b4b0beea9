import type { Failure } from '@plant-store/client';
import { StoreError } from '@plant-store/schema';
import { noAnswer } from '../store/attempt.ts';
import { reason } from '../store/reason.ts';
import { sentence } from '../store/sentence.ts';
import { cancelled, fileChanged } from './import-request.ts';
import { texts } from './texts.tsx';

/** What there is to say of a check or an import that did not come to its end; nothing of a check that was cancelled. */
export function problemText(failure: Failure, isDryRun: boolean): string | undefined {
  if (failure === cancelled) return isDryRun ? undefined : texts.problems.cancelled;
  if (failure === noAnswer && !isDryRun) return texts.problems.noAnswer;
  return texts.problems[isDryRun ? 'notChecked' : 'notImported'](reason(failure));
}

/** Why a workbook could not be read. */
export const workbookProblem = (thrown: unknown): string =>
  texts.problems.notChecked(sentence((thrown instanceof StoreError ? thrown : fileChanged).message));

/** Why cells could not be corrected. */
export const correctionProblem = (thrown: unknown): string =>
  texts.problems.notCorrected(sentence((thrown instanceof StoreError ? thrown : fileChanged).message));
