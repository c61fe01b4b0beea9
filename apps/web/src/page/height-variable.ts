import { useCallback } from 'react';

/**
 * Keeps the height of an element in a CSS variable of the whole page, such as `--bar: 60px`, for what must make room
 * for it. The variable is not set where no script runs. @returns the ref of the element.
 */
export const useHeightVariable = (name: `--${string}`) =>
  useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const { style } = document.documentElement;
      const sizes = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
      sizes.observe(element);
      return () => {
        sizes.disconnect();
        style.removeProperty(name);
      };
    },
    [name],
  );
