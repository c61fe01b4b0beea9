import { useLayoutEffect } from 'react';

/**
 * Leads the focus on when what had it has gone, since it would begin again at the top of the page: to the row of the
 * list that had it last, to the first one on the screen when that is not there, or to the heading of the page.
 */
export function leadFocus() {
  // Once what has gone is out of the page, and what comes in its place is in it.
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
export function useLedFocus() {
  useLayoutEffect(() => leadFocus, []);
}

/** Nothing has it, or a message that is about to go. */
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
