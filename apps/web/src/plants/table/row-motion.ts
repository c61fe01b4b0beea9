import type { StoredPlant } from '@plant-store/schema';
import { visibleRows } from './visible-rows.ts';

const timing = { duration: 150, easing: 'ease-out' };
/** More rows than this come and go without motion. */
const rowsMax = 20;

/**
 * The place of a deleted row closes, and a row that comes back opens its place. One row moves, and with it all below.
 * Layout is read only for rows that move; a saved row settles by its style.
 */
export function moveRows(body: HTMLElement, before: readonly StoredPlant[], plants: readonly StoredPlant[]) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-index]')];
  const first = Number(rows[0]?.dataset.index);
  const nearby = (list: readonly StoredPlant[]) =>
    list.slice(Math.max(0, first - rowsMax), first + rows.length + rowsMax).map(({ id }) => id);
  const [idsBefore, idsNow] = [nearby(before), new Set(nearby(plants))];
  const idOf = (row: HTMLElement) => plants[Number(row.dataset.index)]?.id ?? 0n;
  const come = rows.filter((row) => !idsBefore.includes(idOf(row)));
  if (come.length > rowsMax) return;
  // The first visible row stays where it is: rows that come or leave above it are not seen.
  const moving = new Set(visibleRows(body).slice(window.scrollY > 0 ? 1 : 0));
  for (const row of come) if (row.dataset.fresh === undefined && moving.has(row)) open(row);
  for (const row of rows) {
    const place = idsBefore.indexOf(idOf(row));
    const gone = place - 1 - idsBefore.findLastIndex((id, index) => index < place && idsNow.has(id));
    if (place > 0 && gone > 0 && gone <= rowsMax && moving.has(row)) close(row, gone);
  }
}

function open(row: HTMLElement) {
  const closed = { opacity: 0, marginBlockEnd: `-${row.offsetHeight}px` };
  row.animate([closed, { opacity: 1, marginBlockEnd: 0 }], timing);
}

/** @param gone the number of rows that were between this one and the one above */
function close(row: HTMLElement, gone: number) {
  row.animate([{ marginBlockStart: `${gone * row.offsetHeight}px` }, { marginBlockStart: 0 }], timing);
}
