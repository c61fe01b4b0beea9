import type { VirtualItem, Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core';
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { pageLength } from '../queries/list-queries.ts';

type RowVirtualizer = Virtualizer<Window, HTMLElement>;

type Options = Pick<
  VirtualizerOptions<Window, HTMLElement>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan'
> & {
  /** The sizes of rows that were measured before. It is called once. */
  measured: () => VirtualItem[];
  /** The index of the row that stays in the page far from the screen; -1 for none. */
  keptIndex: () => number;
};

type InitialOptions = Pick<
  VirtualizerOptions<Window, HTMLElement>,
  'initialOffset' | 'initialRect' | 'initialMeasurementsCache'
>;

/** Loaded with the first scrolling: the first rows of a list need no window. */
let core: typeof import('@tanstack/virtual-core') | undefined;

/**
 * TanStack Virtual for the rows of a page. Its adapter for React would load it with each page, and render all rows twice.
 * @returns `undefined` until the person scrolls, or the list has many rows
 */
export function useWindowVirtualizer(
  body: RefObject<HTMLElement | null>,
  { measured, keptIndex, ...options }: Options,
): RowVirtualizer | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const made = useRef<RowVirtualizer>(undefined);
  const scrollMargin = useTopOf(body, core !== undefined);
  const initial = useRef<InitialOptions>(undefined);
  if (core) {
    initial.current ??= {
      initialOffset: window.scrollY,
      initialRect: { width: window.innerWidth, height: window.innerHeight },
      initialMeasurementsCache: measured(),
    };
    const { defaultRangeExtractor: rowsOf } = core;
    const whole: VirtualizerOptions<Window, HTMLElement> = {
      ...options,
      ...initial.current,
      scrollMargin,
      getScrollElement: () => window,
      observeElementRect: core.observeWindowRect,
      observeElementOffset: core.observeWindowOffset,
      scrollToFn: core.windowScroll,
      rangeExtractor: (range) => withIndex(rowsOf(range), keptIndex(), range.count),
      onChange: rerender,
    };
    made.current ??= new core.Virtualizer(whole);
    made.current.setOptions(whole);
  }
  const virtualizer = made.current;
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  useLoading(options.count, rerender);
  return virtualizer;
}

function useLoading(count: number, onLoaded: () => void) {
  const isPage = count >= pageLength;
  const isMany = count > 2 * pageLength;
  useEffect(() => {
    if (core || !isPage) return;
    const stop = new AbortController();
    const load = async () => {
      // The events of one scrolling are many, and the script may be gone after an update of the store.
      stop.abort();
      core ??= await import('@tanstack/virtual-core');
      onLoaded();
    };
    // Without the script, all rows are in the page, and a button loads more of them, which tries again.
    const attempt = () => void load().catch(() => undefined);
    for (const event of ['scroll', 'resize']) addEventListener(event, attempt, { signal: stop.signal });
    const hasRoom = document.documentElement.scrollHeight <= window.innerHeight;
    if (isMany || hasRoom || window.scrollY > 0) attempt();
    return () => stop.abort();
  }, [isPage, isMany, onLoaded]);
}

function withIndex(indexes: number[], index: number, count: number): number[] {
  if (index === -1 || index >= count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((one, other) => one - other);
}

/**
 * The distance of an element from the top of the document, in pixels. It follows changes of the content above.
 * @param isUsed false if nothing uses it yet, as measuring takes time
 */
function useTopOf(element: RefObject<HTMLElement | null>, isUsed: boolean): number {
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
