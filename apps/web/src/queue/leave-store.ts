import { startTransition } from 'react';
import { useSay } from '../page/toasts.tsx';
import { signOut } from '../session/actions.ts';
import { isOffline } from '../store/offline.ts';
import { lastOwner, rememberOwner } from './owner.ts';
import { texts } from './texts.ts';

/**
 * Gives the function that ends the session. What waits stays in the browser for its owner, and nobody else is shown it.
 * Where the store cannot be reached the session goes on: it says so.
 */
export function useLeaveStore() {
  const say = useSay();
  const leave = async () => {
    const owner = lastOwner();
    rememberOwner(undefined);
    try {
      await signOut();
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      // That is how fetch fails.
      rememberOwner(owner);
      say.problem(texts.signOut.unreachable);
    }
  };
  return () => {
    if (isOffline()) say.problem(texts.signOut.unreachable);
    else startTransition(leave);
  };
}
