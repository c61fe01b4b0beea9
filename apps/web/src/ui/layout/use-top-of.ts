import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The distance of an element from the top of the document, in pixels. It follows changes of the content above.
 * @param isUsed false if nothing uses it yet, as measuring takes time
 */
export function useTopOf(element: RefObject<HTMLElement | null>, isUsed: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isUsed) return;
    const measure = () => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, [element, isUsed]);
  return top;
}
