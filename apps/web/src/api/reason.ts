import type { Failure } from '@plant-store/client';
import { isError, isSessionEnded, noAnswer } from './attempt.ts';
import { sentence } from './sentence.ts';
import { texts } from './texts.ts';

/** The reason of a failure and the next step, in sentences for the user. */
export function reason(failure: Failure): string {
  if (failure === noAnswer) return texts.noAnswer;
  if (isSessionEnded(failure)) return texts.sessionEnded;
  // Replaces the store's own message, which is written for programs.
  if (isError(failure, 'preconditionFailed')) return texts.changed;
  return sentence(failure.message);
}

/** The message about a change that failed, or that the store may have made although its answer was lost. */
export const changeProblem = (failure: Failure, failed: (reason: string) => string): string =>
  failure === noAnswer ? texts.unconfirmed : failed(reason(failure));

/** The toast about such a change. After a lost answer it offers `repeat`, which must have no second effect. */
export const failedChange = (failure: Failure, failed: (reason: string) => string, repeat: () => unknown) =>
  [
    changeProblem(failure, failed),
    failure === noAnswer ? { label: texts.tryAgain, act: () => void repeat() } : undefined,
  ] as const;
