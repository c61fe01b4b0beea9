import type { Failure } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';
import { isSessionEnded, noAnswer } from './attempt.ts';
import { sentence } from './sentence.ts';

/** The reason of a failure and the next step, in sentences for the user. */
export function reason(failure: Failure): string {
  if (failure === noAnswer) return 'The store did not answer; try again in a moment.';
  if (isSessionEnded(failure)) return 'Your session has ended; do it again to sign in.';
  // Replaces the store's own message, which is written for programs.
  if (failure.error === errorTable.preconditionFailed.error)
    return 'Somebody has changed it meanwhile; look at what it is now.';
  return sentence(failure.message);
}
