import { type Failure, failureOf } from '@plant-store/client';
import { type ErrorCode, errorNumbers } from '@plant-store/schema';

/** The value of a request, or the failure that the store reported; `noAnswer` if the store did not answer. */
export type Outcome<T> = { value: T; failure?: undefined } | { value?: undefined; failure: Failure };

export async function attempt<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await ask() };
  } catch (thrown) {
    return { failure: failureIn(thrown) };
  }
}

/** The failure in an error of the store; `noAnswer` for any other error. */
export const failureIn = (thrown: unknown): Failure => failureOf(thrown) ?? noAnswer;

/** The request or its answer was lost on the way. */
export const noAnswer: Failure = {
  error: errorNumbers.unavailable,
  message: 'the store did not answer',
  problems: [],
};

export const isError = ({ error }: Pick<Failure, 'error'>, code: ErrorCode): boolean =>
  error === errorNumbers[code];

/** True if the same request may succeed later. Otherwise the store has decided, and does not change its mind. */
export const mayPass = ({ error }: Failure): boolean => {
  const status = Math.floor(error / 100);
  return status === 401 || status === 429 || status >= 500;
};

const sessionEndings = ['noToken', 'invalidToken', 'endedToken'] as const;

/** True if the request can succeed after the person has signed in again. */
export const isSessionEnded = (failure: Failure): boolean =>
  sessionEndings.some((code) => isError(failure, code));
