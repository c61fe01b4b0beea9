import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { OfflineBanner } from '../../offline/offline-banner.tsx';
import { OfflineLinks } from '../../offline/offline-links.tsx';
import { OfflineWorker } from '../../offline/offline-worker.tsx';
import main from '../../page/main.module.css';
import { PageHeader } from '../../page/page-header.tsx';
import { ToastProvider } from '../../page/toasts.tsx';
import { EditDraftsProvider } from '../../plant/edit-drafts.tsx';
import { ListPlaceProvider } from '../../plants/list-place.tsx';
import { QueueProvider } from '../../queue/queue-provider.tsx';
import { EndingBanner } from '../../session/ending-banner.tsx';
import { SessionProvider } from '../../session/may.tsx';
import { readSession, type Session } from '../../session/session.ts';
import { SignInAgainProvider } from '../../session/sign-in-again.tsx';
import { FirstTokenReminder } from '../../start/first-token-reminder.tsx';
import { QueryProvider } from '../../store/query-provider.tsx';

export default async function StoreLayout({ children }: { children: ReactNode }) {
  const outcome = await readSession();
  const session = outcome && 'value' in outcome ? withoutLogin(outcome.value) : undefined;
  // Widgets would put styles of theirs into the page, which its policy does not allow.
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

/** Only the page of the account may have the login name. The session goes into every page. */
const withoutLogin = ({ login: _, ...session }: Session): Session => session;
