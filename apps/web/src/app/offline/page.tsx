import { CSPProvider } from '@base-ui/react/csp-provider';
import type { Metadata } from 'next';
import { OfflineEntry } from '../../offline/offline-entry.tsx';
import { texts } from '../../offline/texts.ts';
import main from '../../page/main.module.css';
import { ToastProvider } from '../../page/toasts.tsx';
import { ListPlaceProvider } from '../../plants/list-place.tsx';
import { QueueProvider } from '../../queue/queue-provider.tsx';
import { SessionProvider } from '../../session/may.tsx';
import { SignInAgainProvider } from '../../session/sign-in-again.tsx';
import { QueryProvider } from '../../store/query-provider.tsx';

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
