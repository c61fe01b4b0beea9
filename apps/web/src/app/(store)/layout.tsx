import type { ReactNode } from 'react';
import { FirstTokenReminder } from '../../accounts/start/first-token-reminder.tsx';
import { EndingBanner } from '../../accounts/tokens/ending-banner.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { pageTexts } from '../../frame/page-texts.ts';
import { OfflineBanner, OfflineLinks, OfflineWorker } from '../../offline/offline-parts.tsx';
import { FeedFollower } from '../../plants/feed/feed-follower.tsx';
import { readSession, type Session } from '../../session/session.ts';
import buttons from '../../ui/buttons/button.module.css';
import main from '../../ui/layout/main.module.css';
import { StoreProviders } from '../store-providers.tsx';

export default async function StoreLayout({ children }: { children: ReactNode }) {
  const outcome = await readSession();
  const session = outcome?.value && withoutLogin(outcome.value);
  return (
    <StoreProviders session={session}>
      <a href="#content" className={`${buttons.primary} skip`}>
        {pageTexts.skip}
      </a>
      <OfflineWorker />
      <OfflineLinks />
      <OfflineBanner />
      <FeedFollower />
      <PageHeader session={session} />
      <EndingBanner />
      <FirstTokenReminder session={session} />
      <main id="content" tabIndex={-1} className={main.main}>
        {children}
      </main>
    </StoreProviders>
  );
}

/** Removes the login name, as every page contains the session. Only the account page shows that name. */
const withoutLogin = ({ login: _, ...session }: Session): Session => session;
