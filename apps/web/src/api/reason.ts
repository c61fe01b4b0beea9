import type { Failure } from '@plant-store/client';
import { isError, isSessionEnded, mayPass, noAnswer } from './attempt.ts';
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

type Action = { label: string; act: () => void };
type Retry = {
  show: (text: string, action?: Action) => void;
  repeat: () => unknown;
  fail?: ((text: string) => void) | undefined;
};

/**
 * Tells about a failure. If it may pass, it offers `repeat`, which must have no second effect. @param fail tells instead
 * of `show` in that case, with an offer of its own
 */
export function tellFailure(failure: Failure, text: string, { show, repeat, fail }: Retry) {
  if (!mayPass(failure)) show(text);
  else if (fail) fail(text);
  else show(text, { label: texts.tryAgain, act: () => void repeat() });
}
