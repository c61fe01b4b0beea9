'use client';

import { useOffline } from '../api/offline.ts';
import styles from './offline-banner.module.css';
import { texts } from './texts.ts';

/** A banner while the browser has no network. */
export function OfflineBanner() {
  const isOffline = useOffline();
  return <div role="alert">{isOffline && <p className={styles.banner}>{texts.banner}</p>}</div>;
}
