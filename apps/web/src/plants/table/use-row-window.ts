import type { StoredPlant } from '@plant-store/schema';
import type { VirtualItem } from '@tanstack/virtual-core';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useListPlaces } from '../search/list-places.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useWindowVirtualizer } from './use-window-virtualizer.ts';

/** The estimated height of a row: with one line, and with two lines on a phone. Rows near the screen are measured. */
const rowHeightPx = { wide: 36, narrow: 68 };
const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches;
/** The number of extra rows above and below the screen, so that Tab and a screen reader find the next row. */
const overscan = 12;

/** `rows` is `undefined` at first, and without a script: then the page contains all plants. */
export function useRowWindow(
  plants: readonly StoredPlant[],
  body: RefObject<HTMLElement | null>,
  address: string,
) {
  const places = useListPlaces();
  const focused = useRef<bigint>(undefined);
  const [heightPx] = useState(() => (isNarrow() ? rowHeightPx.narrow : rowHeightPx.wide));
  const virtualizer = useWindowVirtualizer(body, {
    count: plants.length,
    estimateSize: () => heightPx,
    getItemKey: useCallback((index: number) => String(plants[index]?.id), [plants]),
    overscan,
    measured: () => (body.current ? measuredRows(body.current) : (places.at(address)?.measurements ?? [])),
    // Otherwise the focus would be lost.
    keptIndex: () => indexOf(plants, focused.current),
  });
  const scrollMargin = virtualizer?.options.scrollMargin ?? 0;
  const latest = useRef(virtualizer);
  latest.current = virtualizer;
  useLayoutEffect(() => {
    const place = places.at(address);
    if (place?.scrollTop !== undefined) window.scrollTo({ top: place.scrollTop, behavior: 'instant' });
    else if (place) showTopOfList(body.current);
    return () =>
      places.keep(address, {
        scrollTop: latest.current?.scrollOffset ?? window.scrollY,
        measurements: latest.current?.takeSnapshot() ?? [],
      });
  }, [places, address, body]);
  useKeptPlace(plants, body, (index) => {
    const start = virtualizer?.measurementsCache[index]?.start;
    return start && start - scrollMargin;
  });
  return {
    rows: virtualizer?.getVirtualItems().map((row) => ({
      index: row.index,
      start: row.start - scrollMargin,
      end: row.end - scrollMargin,
    })),
    heightPx: virtualizer?.getTotalSize() ?? 0,
    measure: virtualizer?.measureElement,
    keepFocused: (id: bigint | undefined) => {
      focused.current = id;
    },
  };
}

/** Scrolls to the top of the list, unless the top is on the screen. */
function showTopOfList(body: HTMLElement | null) {
  const list = body?.closest('[data-list]');
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ behavior: 'instant' });
}

const indexOf = (plants: readonly StoredPlant[], id: bigint | undefined): number =>
  id === undefined ? -1 : plants.findIndex((plant) => plant.id === id);

/** The rows that were in the page before the window. */
const measuredRows = (body: HTMLElement): VirtualItem[] =>
  [...body.querySelectorAll<HTMLElement>('tr[data-plant]')].map((row, index) => {
    const { height } = row.getBoundingClientRect();
    return { key: row.dataset.plant ?? '', index, start: 0, end: height, size: height, lane: 0 };
  });
