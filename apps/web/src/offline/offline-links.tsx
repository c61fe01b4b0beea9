'use client';

import { useEffect, useEffectEvent } from 'react';
import { isOffline } from '../api/offline.ts';
import { useToasts } from '../ui/toasts/toasts.tsx';
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
  useEffect(() => {
    document.addEventListener('click', stay, { capture: true });
    return () => document.removeEventListener('click', stay, { capture: true });
  }, []);
  return null;
}

function leadsElsewhere({ href, download, origin, pathname }: HTMLAnchorElement): boolean {
  if (download !== '' || origin !== location.origin) return false;
  return !href.includes('#') || pathname !== location.pathname;
}
