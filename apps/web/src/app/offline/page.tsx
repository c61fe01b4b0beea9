import type { Metadata } from 'next';
import { OfflineEntry } from '../../offline/offline-entry.tsx';
import { texts } from '../../offline/texts.ts';
import main from '../../ui/layout/main.module.css';
import { StoreProviders } from '../store-providers.tsx';

export const metadata: Metadata = { title: texts.title };

/** The page that the service worker keeps: the form and the waiting plants, without data of the store. */
export default function OfflinePage() {
  return (
    <StoreProviders session={undefined}>
      <main className={main.main}>
        <OfflineEntry />
      </main>
    </StoreProviders>
  );
}
