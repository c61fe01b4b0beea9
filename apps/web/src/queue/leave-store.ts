import { startTransition } from 'react';
import { signOut } from '../session/actions.ts';
import { rememberOwner } from './owner.ts';

/** Ends the session. Waiting plants stay in the browser for their owner. Nobody else sees them. */
export function leaveStore() {
  rememberOwner(undefined);
  startTransition(() => signOut());
}
