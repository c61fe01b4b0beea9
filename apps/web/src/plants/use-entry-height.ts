import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the styles how high the line for the next plant is (`--entry-height`), so that the head of the table sticks right
 * below it. Its height changes with the messages in it.
 */
export function useEntryHeight(entry: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = entry.current;
    if (!element) return;
    const root = document.documentElement;
    const sizes = new ResizeObserver(() => {
      const isSticky = getComputedStyle(element).position === 'sticky';
      root.style.setProperty('--entry-height', `${isSticky ? element.offsetHeight : 0}px`);
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      root.style.removeProperty('--entry-height');
    };
  }, [entry]);
}
