import { type RefObject, useLayoutEffect } from 'react';

/**
 * Writes the height of an element to a CSS variable of the whole page, such as `--bar: 60px`, so that other parts leave
 * space for it. Without a script the variable is not set.
 * @param takesRoom true if the element covers the page now; otherwise the variable is `0px`
 */
export function useHeightVariable(
  name: `--${string}`,
  place: RefObject<HTMLElement | null>,
  takesRoom: (element: HTMLElement) => boolean = always,
) {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const { style } = document.documentElement;
    // The size of the event, as to ask the element would make the browser compute styles at once.
    const sizes = new ResizeObserver(([entry]) => {
      const height = takesRoom(element) ? (entry?.borderBoxSize[0]?.blockSize ?? 0) : 0;
      style.setProperty(name, `${Math.round(height)}px`);
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [name, place, takesRoom]);
}

const always = () => true;
