import type { Failure } from '@plant-store/client';
import { StoreError } from '@plant-store/schema';
import { noAnswer } from '../../api/attempt.ts';
import { reason } from '../../api/reason.ts';
import { sentence } from '../../api/sentence.ts';
import { texts } from '../texts.tsx';
import { cancelled, fileChanged } from './import-request.ts';

/** The message about a failed check or import; `undefined` for a cancelled check. */
export function problemText(failure: Failure, isDryRun: boolean): string | undefined {
  if (failure === cancelled) return isDryRun ? undefined : texts.problems.cancelled;
  if (failure === noAnswer && !isDryRun) return texts.problems.noAnswer;
  return texts.problems[isDryRun ? 'notChecked' : 'notImported'](reason(failure));
}

/** The message about a file that the browser could not read or correct. */
export const fileProblem = (thrown: unknown, key: 'notChecked' | 'notCorrected'): string =>
  texts.problems[key](sentence((thrown instanceof StoreError ? thrown : fileChanged).message));
