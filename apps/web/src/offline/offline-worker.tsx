'use client';

import { useEffect } from 'react';

/**
 * Has the browser keep what it needs to open the store without a network. Plain HTTP has no service workers; there
 * the page works as long as it is open.
 */
export function OfflineWorker() {
  useEffect(() => {
    if (!('serviceWorker' in navigator) || process.env.NODE_ENV === 'development') return;
    void keepShell();
    // Parts that are loaded on demand must be there without a network too. A part that fails is loaded when it is wanted.
    const load = () =>
      Promise.allSettled([
        import('../account/account-links.tsx'),
        import('../keyboard/keyboard-dialog.tsx'),
        import('../page/toast-list.tsx'),
        import('../queue/repair-dialog.tsx'),
        import('../queue/sign-out-dialog.tsx'),
        import('../search/tag-list.tsx'),
        import('../selection/delete-dialog.tsx'),
        import('../selection/tag-dialog.tsx'),
        import('../session/sign-in-dialog.tsx'),
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
    // Refused by the browser, as in some private windows: the page then needs the network to open.
  }
}
