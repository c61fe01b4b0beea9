import { useEffect, useRef } from 'react';

/** Asks before the page is closed while something may be lost. The browser asks with its own text. */
export function useAskBeforeLoss(mayLose: boolean, isLosing: () => boolean = always) {
  // No effect event: Next may leave the page while React renders, when none may be called.
  const latest = useRef(isLosing);
  useEffect(() => {
    latest.current = isLosing;
  });
  useEffect(() => {
    if (!mayLose) return;
    const ask = (event: BeforeUnloadEvent) => latest.current() && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [mayLose]);
}

const always = () => true;
