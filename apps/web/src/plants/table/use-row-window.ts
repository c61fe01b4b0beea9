import type { StoredPlant } from '@plant-store/schema';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTopOf } from '../../ui/layout/use-top-of.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useListPlaces } from '../search/list-places.ts';
import { useKeptPlace } from './use-kept-place.ts';

/** The estimated height of a row: with one line, and with two lines on a phone. Rows near the screen are measured. */
const rowHeightPx = { wide: 36, narrow: 68 };
const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches;
/** The number of extra rows above and below the screen, so that Tab and a screen reader find the next row. */
const overscan = 12;

/** `rows` is `undefined` before hydration and without a script: then the page contains all plants. */
export function useRowWindow(
  plants: readonly StoredPlant[],
  body: RefObject<HTMLElement | null>,
  address: string,
) {
  const isHydrated = useHydrated();
  const places = useListPlaces();
  const focused = useRef<bigint>(undefined);
  const scrollMargin = useTopOf(body);
  const [heightPx] = useState(() => (isNarrow() ? rowHeightPx.narrow : rowHeightPx.wide));
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: plants.length,
    enabled: isHydrated,
    estimateSize: () => heightPx,
    getItemKey: useCallback((index: number) => String(plants[index]?.id), [plants]),
    overscan,
    scrollMargin,
    // Keeps the focused row in the page, even if it is far from the screen. Otherwise the focus would be lost.
    rangeExtractor: (range) => withRow(indexOf(plants, focused.current), range),
    initialMeasurementsCache: places.at(address)?.measurements ?? [],
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    const place = places.at(address);
    if (place?.scrollTop !== undefined) window.scrollTo({ top: place.scrollTop, behavior: 'instant' });
    else if (place) showTopOfList(body.current);
    return () =>
      places.keep(address, {
        scrollTop: virtualizer.scrollOffset ?? 0,
        measurements: virtualizer.takeSnapshot(),
      });
  }, [places, address, virtualizer, body]);
  useKeptPlace(plants, body, (index) => {
    const start = virtualizer.measurementsCache[index]?.start;
    return start && start - scrollMargin;
  });
  return {
    rows: isHydrated
      ? virtualizer.getVirtualItems().map((row) => ({
          index: row.index,
          start: row.start - scrollMargin,
          end: row.end - scrollMargin,
        }))
      : undefined,
    heightPx: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
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

function withRow(index: number, range: Range): number[] {
  const indexes = defaultRangeExtractor(range);
  if (index === -1 || index >= range.count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((one, other) => one - other);
}
