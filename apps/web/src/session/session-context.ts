import { isAllowed, type Scope } from '@plant-store/schema';
import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session; `undefined` if it could not be read. */
export const useSession = () => useContext(SessionContext);

/** Without a session it returns true: the page offers the action, and the store decides. */
export function useMay() {
  const session = useSession();
  return (scope: Scope) => session === undefined || isAllowed(session.scopes, scope);
}
