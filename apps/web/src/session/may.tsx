'use client';

import { isAllowed, type Scope } from '@plant-store/schema';
import { createContext, type ReactNode, useContext } from 'react';

const ScopesContext = createContext<Scope[] | undefined>(undefined);

/** Lets what is below know what the one who is signed in may do; `scopes` is `undefined` when that could not be asked. */
export const ScopesProvider = ({
  scopes,
  children,
}: {
  scopes: Scope[] | undefined;
  children: ReactNode;
}) => <ScopesContext value={scopes}>{children}</ScopesContext>;

/** Whether the one who is signed in may do something. Where that is not known it is offered, and the store decides. */
export function useMay() {
  const scopes = useContext(ScopesContext);
  return (scope: Scope) => scopes === undefined || isAllowed(scopes, scope);
}
