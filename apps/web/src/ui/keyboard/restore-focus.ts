import { useLayoutEffect } from 'react';

/**
 * Moves the focus when the focused element is removed; otherwise it would return to the top of the page. It goes to
 * the list row that had it last, else to the first visible row, else to the heading of the page.
 */
export function restoreFocus() {
  // After the removed element has left the page and its replacement is there.
  requestAnimationFrame(() => {
    if (!isFocusLost()) return;
    const rows = [...document.querySelectorAll<HTMLElement>('main [data-list] tr[data-index]')].filter(
      isInSight,
    );
    const last = document.querySelector<HTMLElement>('main [data-list] tbody')?.dataset.last;
    const row = rows.find(({ dataset }) => dataset.index === last) ?? rows[0];
    const target = row?.querySelector<HTMLElement>('[data-cell]') ?? heading();
    target?.focus({ preventScroll: true });
  });
}

/** Leads the focus on when the component goes. */
export function useRestoreFocus() {
  useLayoutEffect(() => restoreFocus, []);
}

/** No element has the focus, or only a message that is about to go. */
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
