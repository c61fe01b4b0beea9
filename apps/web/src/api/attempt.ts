import { type Failure, failureOf } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';

/** The outcome of a request: a value, or the store's failure. Without an answer the failure is `noAnswer`. */
export type Outcome<T> = { value: T } | { failure: Failure };

/** Sends a request, and returns a refusal as a value. An error that is not the store's counts as no answer. */
export async function attempt<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await ask() };
  } catch (thrown) {
    return { failure: failureIn(thrown) };
  }
}

/** The store's failure, taken from a thrown error. */
export const failureIn = (thrown: unknown): Failure => failureOf(thrown) ?? noAnswer;

/** The store could not be reached, or its answer was lost on the way. */
export const noAnswer: Failure = {
  error: errorTable.unavailable.error,
  message: 'the store did not answer',
  problems: [],
};

const sessionEndings: readonly number[] = [
  errorTable.noToken.error,
  errorTable.invalidToken.error,
  errorTable.endedToken.error,
];

/** True if the request can succeed after the person has signed in again. */
export const isSessionEnded = ({ error }: Failure): boolean => sessionEndings.includes(error);
