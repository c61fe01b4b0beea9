'use client';

import { useOffline } from '../store/offline.ts';
import styles from './offline-banner.module.css';

/** Says so as long as the browser has no network. */
export function OfflineBanner() {
  const isOffline = useOffline();
  return (
    <div role="alert">
      {isOffline && (
        <p className={styles.banner}>
          You are offline. What you type stays here; it can be added once you are back.
        </p>
      )}
    </div>
  );
}
