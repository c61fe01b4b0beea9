import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { SignInAgainProvider } from '../accounts/sign-in/sign-in-again-provider.tsx';
import { QueryProvider } from '../api/query-provider.tsx';
import { EditDraftsProvider } from '../plants/detail/edit-drafts.tsx';
import { QueueProvider } from '../plants/queue-ui/queue-provider.tsx';
import { ListPlaceProvider } from '../plants/search/list-place.tsx';
import type { Session } from '../session/session.ts';
import { SessionProvider } from '../session/session-context.tsx';
import { ToastProvider } from '../ui/toasts/toasts.tsx';

type StoreProvidersProps = { session: Session | undefined; children: ReactNode };

export const StoreProviders = ({ session, children }: StoreProvidersProps) => (
  // Stops widgets from adding their styles to the page: the Content-Security-Policy forbids such styles.
  <CSPProvider disableStyleElements>
    <QueryProvider>
      <ListPlaceProvider>
        <EditDraftsProvider>
          <ToastProvider>
            <SessionProvider session={session}>
              <SignInAgainProvider>
                <QueueProvider>{children}</QueueProvider>
              </SignInAgainProvider>
            </SessionProvider>
          </ToastProvider>
        </EditDraftsProvider>
      </ListPlaceProvider>
    </QueryProvider>
  </CSPProvider>
);
