'use client';

import { useEffect } from 'react';

/** Over plain HTTP browsers have no service workers: the page works offline only while it is open. */
export function OfflineWorker() {
  useEffect(() => {
    if (!('serviceWorker' in navigator) || process.env.NODE_ENV === 'development') return;
    void keepShell();
    // Loads the parts that pages otherwise load on demand, because they must work without a network too. A failed part
    // is loaded again on demand.
    const load = () =>
      Promise.allSettled([
        import('../accounts/menu/account-links.tsx'),
        import('../frame/keyboard-dialog.tsx'),
        import('../ui/toasts/toast-list.tsx'),
        import('../plants/queue-ui/repair-dialog.tsx'),
        import('../lists/export-dialog.tsx'),
        import('../accounts/sign-out/sign-out-dialog.tsx'),
        import('../plants/search/tag-list.tsx'),
        import('../plants/selection/confirm-dialog.tsx'),
        import('../plants/selection/tag-dialog.tsx'),
        import('../accounts/sign-in/sign-in-dialog.tsx'),
        import('@plant-store/plant-files'),
      ]);
    const timer = setTimeout(() => void load(), 5_000);
    return () => clearTimeout(timer);
  }, []);
  return null;
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
