import { startTransition } from 'react';
import { isOffline } from '../../api/offline.ts';
import { lastOwner, rememberOwner } from '../../plants/queue/queue-owner.ts';
import { signOut } from '../../session/actions.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { texts } from './texts.ts';

/**
 * Returns the function that ends the session. Waiting plants stay in the browser, visible only to their owner. If the
 * store cannot be reached, the session stays open, and a message says so.
 */
export function useSignOut() {
  const toasts = useToasts();
  const leave = async () => {
    const owner = lastOwner();
    rememberOwner(undefined);
    try {
      await signOut();
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      // Without a network, fetch throws a TypeError.
      rememberOwner(owner);
      toasts.problem(texts.leave.unreachable);
    }
  };
  return () => {
    if (isOffline()) toasts.problem(texts.leave.unreachable);
    else startTransition(leave);
  };
}
