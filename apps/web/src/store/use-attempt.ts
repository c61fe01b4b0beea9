import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded, type Outcome } from './attempt.ts';

/** Asks the store; where the session has ended, it has whoever is at the page sign in, and asks again. */
export function useAttempt() {
  const signInAgain = useSignInAgain();
  return async function attemptSignedIn<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await ask();
    const isEnded = 'failure' in outcome && isSessionEnded(outcome.failure);
    return isEnded && (await signInAgain()) ? attemptSignedIn(ask) : outcome;
  };
}
