'use client';

import { isAllowed, type Scope } from '@plant-store/schema';
import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

/** Lets what is below know who is signed in; `session` is `undefined` when that could not be asked. */
export const SessionProvider = ({
  session,
  children,
}: {
  session: Session | undefined;
  children: ReactNode;
}) => <SessionContext value={session}>{children}</SessionContext>;

/** Who is signed in; `undefined` when that could not be asked. */
export const useSession = () => useContext(SessionContext);

/** Whether the one who is signed in may do something. Where that is not known it is offered, and the store decides. */
export function useMay() {
  const session = useSession();
  return (scope: Scope) => session === undefined || isAllowed(session.scopes, scope);
}
