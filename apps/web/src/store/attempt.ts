import { type Failure, failureOf } from '@plant-store/client';
import { errorTable } from '@plant-store/schema';

/** What came of asking the store: a value, or what it said instead; `noAnswer` when it said nothing. */
export type Outcome<T> = { value: T } | { failure: Failure };

/** Asks the store, and gives a refusal as a value. What the store did not say itself counts as no answer. */
export async function attempt<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await ask() };
  } catch (thrown) {
    return { failure: failureIn(thrown) };
  }
}

/** What the store said, in what was thrown. */
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

/** Whether signing in again is the way out. */
export const isSessionEnded = ({ error }: Failure): boolean => sessionEndings.includes(error);
