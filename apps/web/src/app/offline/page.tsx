import { CSPProvider } from '@base-ui/react/csp-provider';
import type { Metadata } from 'next';
import { SignInAgainProvider } from '../../accounts/sign-in/sign-in-again-provider.tsx';
import { QueryProvider } from '../../api/query-provider.tsx';
import { OfflineEntry } from '../../offline/offline-entry.tsx';
import { texts } from '../../offline/texts.ts';
import { QueueProvider } from '../../plants/queue-ui/queue-provider.tsx';
import { ListPlaceProvider } from '../../plants/search/list-place.tsx';
import { SessionProvider } from '../../session/may.tsx';
import main from '../../ui/layout/main.module.css';
import { ToastProvider } from '../../ui/toasts/toasts.tsx';

export const metadata: Metadata = { title: texts.title };

/** The page that the service worker keeps: the form and the waiting plants, without data of the store. */
export default function OfflinePage() {
  return (
    <CSPProvider disableStyleElements>
      <QueryProvider>
        <ListPlaceProvider>
          <ToastProvider>
            <SessionProvider session={undefined}>
              <SignInAgainProvider>
                <QueueProvider>
                  <main className={main.main}>
                    <OfflineEntry />
                  </main>
                </QueueProvider>
              </SignInAgainProvider>
            </SessionProvider>
          </ToastProvider>
        </ListPlaceProvider>
      </QueryProvider>
    </CSPProvider>
  );
}
