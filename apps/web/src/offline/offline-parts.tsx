'use client';

import { useEffect, useEffectEvent } from 'react';
import { isOffline, useOffline } from '../api/offline.ts';
import { texts as queueTexts } from '../plants/queue-ui/texts.ts';
import { listen } from '../ui/listen.ts';
import { laterMs, useToasts } from '../ui/toasts/toasts.tsx';
import styles from './offline-banner.module.css';
import { texts } from './texts.ts';

/** While the browser is offline, a click on a link shows a message instead of leaving the page. */
export function OfflineLinks() {
  const toasts = useToasts();
  const stay = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!isOffline() || !(link instanceof HTMLAnchorElement) || !leadsElsewhere(link)) return;
    event.preventDefault();
    event.stopPropagation();
    toasts.problem(texts.cannotOpen(link.textContent.trim()));
  });
  useEffect(() => listen(document, ['click'], stay, { capture: true }), []);
  return null;
}

function leadsElsewhere({ href, download, origin, pathname }: HTMLAnchorElement): boolean {
  if (download !== '' || origin !== location.origin) return false;
  return !href.includes('#') || pathname !== location.pathname;
}

export function OfflineBanner() {
  const isOffline = useOffline();
  return <div role="alert">{isOffline && <p className={styles.banner}>{queueTexts.offline}</p>}</div>;
}

/** Over plain HTTP browsers have no service workers: the page works offline only while it is open. */
export function OfflineWorker() {
  useEffect(() => {
    if (!('serviceWorker' in navigator) || process.env.NODE_ENV === 'development') return;
    void keepShell();
    const timer = setTimeout(() => void loadParts(), laterMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

/** The parts that pages otherwise load on demand: they must work without a network too. */
const parts = [
  () => import('../accounts/menu/account-links.tsx'),
  () => import('../frame/keyboard-dialog.tsx'),
  () => import('../plants/queue-ui/repair-dialog.tsx'),
  () => import('../lists/export-dialog.tsx'),
  () => import('../accounts/sign-out/sign-out-dialog.tsx'),
  () => import('../plants/search/tag-list.tsx'),
  () => import('../plants/selection/confirm-dialog.tsx'),
  () => import('../plants/selection/tag-dialog.tsx'),
  () => import('../accounts/sign-in/sign-in-dialog.tsx'),
  () => import('@plant-store/plant-files'),
  () => import('@tanstack/virtual-core'),
];

/** One after the other, so that the page answers meanwhile. A part that fails is loaded again on demand. */
async function loadParts() {
  for (const load of parts) await load().catch(() => undefined);
}

async function keepShell() {
  try {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep-shell');
  } catch {
    // Some private windows refuse service workers; there the page needs the network to open.
  }
}
