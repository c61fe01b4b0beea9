import { startTransition } from 'react';
import { signOut } from '../session/actions.ts';
import { rememberOwner } from './owner.ts';

/** Ends the session. What waits stays in the browser for its owner, and nobody else is shown it. */
export function leaveStore() {
  rememberOwner(undefined);
  startTransition(() => signOut());
}
