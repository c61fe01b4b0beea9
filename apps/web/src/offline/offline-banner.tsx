'use client';

import { useOffline } from '../api/offline.ts';
import { texts } from '../plants/queue-ui/texts.ts';
import styles from './offline-banner.module.css';

export function OfflineBanner() {
  const isOffline = useOffline();
  return <div role="alert">{isOffline && <p className={styles.banner}>{texts.offline}</p>}</div>;
}
