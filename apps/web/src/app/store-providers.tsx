'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, useState } from 'react';
import { SignInAgainProvider } from '../accounts/sign-in/sign-in-again-provider.tsx';
import { QueryProvider } from '../api/query-provider.tsx';
import { type EditDraft, EditDraftsContext } from '../plants/detail/edit-drafts.ts';
import { QueueProvider } from '../plants/queue-ui/queue-provider.tsx';
import { ListPlaces, ListPlacesContext } from '../plants/search/list-places.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { ToastProvider } from '../ui/toasts/toasts.tsx';

type StoreProvidersProps = { session: Session | undefined; children: ReactNode };

export function StoreProviders({ session, children }: StoreProvidersProps) {
  // They stay while the person visits another page of the store.
  const [places] = useState(() => new ListPlaces());
  const [drafts] = useState(() => new Map<bigint, EditDraft>());
  return (
    // Stops widgets from adding their styles to the page: the Content-Security-Policy forbids such styles.
    <CSPProvider disableStyleElements>
      <QueryProvider>
        <ListPlacesContext value={places}>
          <EditDraftsContext value={drafts}>
            <ToastProvider>
              <SessionContext value={session}>
                <SignInAgainProvider>
                  <QueueProvider>{children}</QueueProvider>
                </SignInAgainProvider>
              </SessionContext>
            </ToastProvider>
          </EditDraftsContext>
        </ListPlacesContext>
      </QueryProvider>
    </CSPProvider>
  );
}
