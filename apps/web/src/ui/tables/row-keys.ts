import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** If the focused row was scrolled out of sight, the first press scrolls back to it. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key === ' ') selectRow(event);
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tr');
  const cell = event.target.dataset.cell;
  if (!row || cell === undefined) return;
  const next = event.currentTarget.querySelector(`tr[data-index="${Number(row.dataset.index) + step}"]`);
  const target = next?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  event.preventDefault();
  if (target && isInSight(row)) target.focus();
  else row.scrollIntoView({ block: 'center' });
}

function isInSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

export function focusFirstRow(event: KeyboardEvent) {
  const row = document.querySelector<HTMLElement>('main [data-list] tr[data-index="0"] [data-cell=name]');
  if (!row) return;
  event.preventDefault();
  row.focus();
}

/** Space on the name of a plant selects the plant, as on its checkbox. Without this, Space would scroll the page. */
function selectRow(event: KeyboardEvent<HTMLElement>) {
  if (!(event.target instanceof HTMLElement) || event.target.dataset.cell !== 'name') return;
  event.preventDefault();
  const box = event.target.closest('tr')?.querySelector('[data-cell=select]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
}
