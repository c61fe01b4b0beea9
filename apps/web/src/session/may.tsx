'use client';

import { isAllowed, type Scope } from '@plant-store/schema';
import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session to the page; `session` is `undefined` if it is unknown. */
export const SessionProvider = ({
  session,
  children,
}: {
  session: Session | undefined;
  children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

/** The session; `undefined` if it is unknown. */
export const useSession = () => useContext(SessionContext);

/** Whether the user has a right. If that is unknown, the action is offered, and the store decides. */
export function useMay() {
  const session = useSession();
  return (scope: Scope) => session === undefined || isAllowed(session.scopes, scope);
}
