import type { StoredPlant } from '@plant-store/schema';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { anchorRow, visibleRows } from './visible-rows.ts';

/**
 * Keeps the focused row, or else the first visible one, where it is when rows above it come or leave. At the top of the list
 * new rows move the others down.
 * @param offsetOf the place of a row that is not in the page, below the first row, in pixels
 */
export function useKeptPlace(
  plants: readonly StoredPlant[],
  body: RefObject<HTMLElement | null>,
  offsetOf: (index: number) => number | undefined,
) {
  const before = useRef<{ plants: readonly StoredPlant[]; rows: { id: string; top: number }[] }>({
    plants,
    rows: [],
  });
  // Measures before the change is in the page.
  if (before.current.plants !== plants) before.current = { plants, rows: keptRows(body.current) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other plants move rows
  useLayoutEffect(() => {
    const { rows } = before.current;
    before.current.rows = [];
    if (rows.length === 0) return;
    const places = new Map(plants.map(({ id }, index) => [String(id), index]));
    const kept = rows.find(({ id }) => places.has(id));
    if (!kept) return;
    const row = body.current?.querySelector(`tr[data-plant="${kept.id}"]`);
    const top = row
      ? row.getBoundingClientRect().top
      : (body.current?.getBoundingClientRect().top ?? 0) + (offsetOf(places.get(kept.id) ?? 0) ?? 0);
    if (top !== kept.top) window.scrollBy({ top: top - kept.top, behavior: 'instant' });
  }, [plants]);
}

function keptRows(body: HTMLElement | null): { id: string; top: number }[] {
  if (!body || window.scrollY === 0) return [];
  const visible = visibleRows(body);
  const anchor = anchorRow(visible);
  if (!anchor) return [];
  return [anchor, ...visible].map((row) => ({
    id: row.dataset.plant ?? '',
    top: row.getBoundingClientRect().top,
  }));
}
