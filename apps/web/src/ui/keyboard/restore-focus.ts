import { useLayoutEffect } from 'react';

/**
 * Moves the focus after the focused element was removed; otherwise a browser moves it to the top of the page. The new
 * place is the list row with the last focus, else the first visible row, else the heading of the page.
 */
export function restoreFocus() {
  // Waits until the page has the replacement of the removed element.
  requestAnimationFrame(() => {
    if (!isFocusLost()) return;
    const rows = [...document.querySelectorAll<HTMLElement>('main [data-list] tr[data-index]')].filter(
      isInSight,
    );
    const isLast = (row: HTMLElement) => row.dataset.index === row.closest('tbody')?.dataset.last;
    const row = rows.find(isLast) ?? rows[0];
    const target = row?.querySelector<HTMLElement>('[data-cell]') ?? heading();
    target?.focus({ preventScroll: true });
  });
}

/** Restores the focus when the component is removed, or a part of it that `isShown` tells about. */
export function useRestoreFocus(isShown?: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of it may remove the focused element
  useLayoutEffect(() => restoreFocus, [isShown]);
}

/** True if no element has the focus, or only a message that will disappear. */
const isFocusLost = () => {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.closest('[data-ending-style]') !== null;
};

function isInSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

function heading() {
  const found = document.querySelector<HTMLElement>('main h1');
  if (found) found.tabIndex = -1;
  return found;
}
