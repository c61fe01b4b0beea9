import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { SignInAgainProvider } from '../../accounts/sign-in/sign-in-again-provider.tsx';
import { FirstTokenReminder } from '../../accounts/start/first-token-reminder.tsx';
import { EndingBanner } from '../../accounts/tokens/ending-banner.tsx';
import { QueryProvider } from '../../api/query-provider.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { OfflineBanner } from '../../offline/offline-banner.tsx';
import { OfflineLinks } from '../../offline/offline-links.tsx';
import { OfflineWorker } from '../../offline/offline-worker.tsx';
import { EditDraftsProvider } from '../../plants/detail/edit-drafts.tsx';
import { QueueProvider } from '../../plants/queue-ui/queue-provider.tsx';
import { ListPlaceProvider } from '../../plants/search/list-place.tsx';
import { SessionProvider } from '../../session/may.tsx';
import { readSession, type Session } from '../../session/session.ts';
import main from '../../ui/layout/main.module.css';
import { ToastProvider } from '../../ui/toasts/toasts.tsx';

export default async function StoreLayout({ children }: { children: ReactNode }) {
  const outcome = await readSession();
  const session = outcome?.value && withoutLogin(outcome.value);
  // Stops widgets from adding their styles to the page: the Content-Security-Policy forbids such styles.
  return (
    <CSPProvider disableStyleElements>
      <QueryProvider>
        <ListPlaceProvider>
          <EditDraftsProvider>
            <ToastProvider>
              <SessionProvider session={session}>
                <SignInAgainProvider>
                  <QueueProvider>
                    <OfflineWorker />
                    <OfflineLinks />
                    <OfflineBanner />
                    <PageHeader session={session} />
                    <EndingBanner />
                    <FirstTokenReminder session={session} />
                    <main className={main.main}>{children}</main>
                  </QueueProvider>
                </SignInAgainProvider>
              </SessionProvider>
            </ToastProvider>
          </EditDraftsProvider>
        </ListPlaceProvider>
      </QueryProvider>
    </CSPProvider>
  );
}

/** Removes the login name, as every page contains the session. Only the account page shows that name. */
const withoutLogin = ({ login: _, ...session }: Session): Session => session;
