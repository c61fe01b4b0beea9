'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useOffline } from '../api/offline.ts';
import header from '../frame/page-header.module.css';
import { texts as page } from '../frame/texts.ts';
import { PlantForm } from '../plants/form/plant-form.tsx';
import { hasDraft } from '../plants/form/use-draft.ts';
import entryAndList from '../plants/list/entry-and-list.module.css';
import { emptyValues } from '../plants/new-plant-form.ts';
import table from '../plants/plant-table.module.css';
import { unknownOwner } from '../plants/queue/queue-owner.ts';
import { QueueNotice } from '../plants/queue-ui/queue-notice.tsx';
import { useQueue } from '../plants/queue-ui/queue-provider.tsx';
import { QueueRows } from '../plants/queue-ui/queue-rows.tsx';
import { keepSavedCount } from '../plants/queue-ui/saved-count.ts';
import { texts as queueTexts } from '../plants/queue-ui/texts.ts';
import buttons from '../ui/buttons/button.module.css';
import { Logo } from '../ui/layout/logo.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import styles from './offline-entry.module.css';
import { openOnce } from './open-once.ts';
import { texts } from './texts.ts';

export function OfflineEntry() {
  const isHydrated = useHydrated();
  const isOffline = useOffline();
  const { queue, state, savedCount } = useQueue();
  const isSignedOut = queue?.owner === unknownOwner;
  const [wasOffline, setWasOffline] = useState(false);
  if (isOffline && !wasOffline) setWasOffline(true);
  // A browser with a network may still fail to reach the store.
  const isConnected = !isOffline && (wasOffline || savedCount > 0);
  const isDone = isConnected && state.entries.length === 0 && state.damaged.length === 0;
  useOpenStore(isDone, savedCount);
  return (
    <>
      <p className={header.brand}>
        <Logo />
        {page.brand}
      </p>
      <h1>{texts.heading}</h1>
      <p role="status" className={styles.intro}>
        {!isConnected && texts.intro}
        {isConnected && (savedCount > 0 ? queueTexts.savedOffline(savedCount) : texts.reconnected)}{' '}
        {isDone && texts.opening}{' '}
        {isHydrated && !isOffline && (
          // A plain link: Next's router would expect the page among the files already loaded.
          <a href="/" className={buttons.quiet}>
            {texts.openDatabase}
          </a>
        )}
      </p>
      {isSignedOut && <p>{texts.signedOut}</p>}
      {queue && !isSignedOut && (
        <div className={entryAndList.whole}>
          <PlantForm typed={emptyValues} freeIds={undefined} />
          <QueueNotice />
          <table className={table.table} aria-label={queueTexts.rows}>
            <QueueRows />
          </table>
        </div>
      )}
    </>
  );
}

function useOpenStore(isDone: boolean, savedCount: number) {
  const open = useEffectEvent(() => {
    keepSavedCount(savedCount);
    location.assign('/');
  });
  useEffect(() => (isDone ? openOnce(hasDraft, () => open()) : undefined), [isDone]);
}
