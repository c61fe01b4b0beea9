'use client';

import { useEffect, useState } from 'react';
import { useAlive } from '../page/alive.ts';
import buttons from '../page/button.module.css';
import { Leaf } from '../page/leaf.tsx';
import header from '../page/page-header.module.css';
import { texts as page } from '../page/texts.ts';
import { PlantForm } from '../plants/plant-form.tsx';
import ledger from '../plants/plant-ledger.module.css';
import table from '../plants/plant-table.module.css';
import { unknownOwner } from '../queue/owner.ts';
import { QueueNotice } from '../queue/queue-notice.tsx';
import { useQueue } from '../queue/queue-provider.tsx';
import { QueueRows } from '../queue/queue-rows.tsx';
import { texts as queueTexts } from '../queue/texts.ts';
import { useOffline } from '../store/offline.ts';
import styles from './offline-entry.module.css';
import { texts } from './texts.ts';

const empty = { id: '', name: '', tag: '' };

/** Adds plants while there is no network, for the person who signed in last in this browser. */
export function OfflineEntry() {
  const isAlive = useAlive();
  const isOffline = useOffline();
  const { queue } = useQueue();
  const isSignedOut = queue?.owner === unknownOwner;
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const onOnline = () => setBack(true);
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  return (
    <>
      <p className={header.brand}>
        <Leaf />
        {page.brand}
      </p>
      <h1>{texts.heading}</h1>
      <p role="status" className={styles.intro}>
        {/* A browser that has a network may still not reach the store. */}
        {isBack && !isOffline ? texts.reconnected : texts.intro}{' '}
        {isAlive && !isOffline && (
          // A link of the router would look for the page among the files that are loaded.
          <a href="/" className={buttons.quiet}>
            {texts.openStore}
          </a>
        )}
      </p>
      {isSignedOut && <p>{texts.signedOut}</p>}
      {queue && !isSignedOut && (
        <div className={ledger.ledger}>
          <PlantForm typed={empty} freeId={undefined} />
          <QueueNotice />
          <table className={table.table} aria-label={queueTexts.rows}>
            <QueueRows />
          </table>
        </div>
      )}
    </>
  );
}
