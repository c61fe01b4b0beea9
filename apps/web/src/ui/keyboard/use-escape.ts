import { useEffect, useEffectEvent } from 'react';

/** Calls `act` after Escape in the list or its action bar, unless Escape closes something there. */
export function useEscape(act: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest(places)) act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const places = '[data-list] table, [data-selection-bar]';
