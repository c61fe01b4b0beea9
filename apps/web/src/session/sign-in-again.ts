import { createContext, useContext } from 'react';
import { isSessionEnded, type Outcome } from '../api/attempt.ts';

export const SignInAgainContext = createContext<() => Promise<boolean>>(async () => false);

/** Opens the sign-in dialog. Resolves to true if the same person has signed in again. */
export const useSignInAgain = () => useContext(SignInAgainContext);

/** Sends a request to the store. If the session has ended, the user signs in, and the request is sent again. */
export function useAttempt() {
  const signInAgain = useSignInAgain();
  return async function attemptSignedIn<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await ask();
    const isEnded = outcome.failure !== undefined && isSessionEnded(outcome.failure);
    return isEnded && (await signInAgain()) ? attemptSignedIn(ask) : outcome;
  };
}
