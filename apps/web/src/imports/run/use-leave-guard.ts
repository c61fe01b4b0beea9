import { useEffect } from 'react';
import { texts } from '../texts.tsx';

/** Asks before a person loses an import by a link or by closing the page. */
export function useLeaveGuard(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const listening = new AbortController();
    const { signal } = listening;
    // The browser asks with its own text.
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // Listens before the router, as the router cannot ask.
    window.addEventListener(
      'click',
      (event) => isLeaving(event) && !window.confirm(texts.run.leave) && stop(event),
      {
        signal,
        capture: true,
      },
    );
    return () => listening.abort();
  }, [isNeeded]);
}

function isLeaving({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  return link !== null && link.pathname !== location.pathname && !ctrlKey && !metaKey && !shiftKey;
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
