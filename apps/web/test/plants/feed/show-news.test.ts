import type { PlantEvent, StoredPlant } from '@plant-store/schema';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { News } from '../../../src/plants/feed/feed-loop.ts';
import { type ListView, noView } from '../../../src/plants/feed/list-view.ts';
import { newsReader } from '../../../src/plants/feed/show-news.ts';
import { showAdded, showWithheld } from '../../../src/plants/queries/list-changes.ts';
import { freeIds, plantPages, withheldPlants } from '../../../src/plants/queries/list-queries.ts';
import { plantCount } from '../../../src/plants/search/count-queries.ts';
import { allPlants } from '../../../src/plants/search/plant-search.ts';

// Shows news in a list, over a `fetch` that answers like the API. Numbers stand for plants with these ids.

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const named = (id: number, name = `Plant ${id}`): StoredPlant => ({ id: BigInt(id), name });

const event = (id: number): PlantEvent => ({
  ...{ position: 'AA', type: 'plant.changed', at: '2026-11-27T00:00:00.000Z', id: BigInt(id) },
  plant: named(id),
});

type Input = { limit: number; cursor?: string };

/** The ids from `last` down to `first`. */
const down = (last: number, first: number) => Array.from({ length: last - first + 1 }, (_, at) => last - at);

/** A list that shows these plants, of a store that has `store.ids` now. `reads` are the requests for pages. */
function open(...ids: number[]) {
  const store = { ids, names: new Map<number, string>(), isDown: false };
  const reads: Input[] = [];
  const answers: (() => void)[] = [];
  const held = { is: false };
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://x');
    if (store.isDown) throw new TypeError('Failed to fetch');
    if (!url.pathname.endsWith('plants.list')) return ok({ count: store.ids.length });
    const input: Input = JSON.parse(url.searchParams.get('input') ?? '').json;
    reads.push(input);
    const after = input.cursor === undefined ? -1 : store.ids.indexOf(Number(input.cursor));
    const found = store.ids.slice(after + 1, after + 1 + input.limit);
    const items = found.map((id) => ({ id: String(id), name: store.names.get(id) ?? `Plant ${id}` }));
    const hasMore = after + 1 + input.limit < store.ids.length;
    if (held.is) await new Promise<void>((resolve) => answers.push(resolve));
    return ok({ items, ...(hasMore && { nextCursor: String(found.at(-1)) }) }, items.length);
  });
  const queries = new QueryClient();
  const items = ids.slice(0, 50).map((id) => named(id));
  const first = { items, ...(ids.length > 50 && { nextCursor: String(ids[49]) }) };
  const list = new InfiniteQueryObserver(queries, plantPages(allPlants, first));
  onTestFinished(list.subscribe(() => undefined));
  const view = { ...noView };
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const tell = newsReader(queries, () => view, stop.signal);
  const withheld = () => queries.getQueryData(withheldPlants(allPlants).queryKey);
  const rows = () => list.getCurrentResult().data?.pages.flatMap((page) => page.items) ?? [];
  return {
    ...{ store, reads, queries, list, held },
    release() {
      for (const answer of answers.splice(0)) answer();
    },
    tellAtOnce: (news: News) => void tell(news),
    tell: async (news: News | 'released') => {
      void tell(news);
      await vi.advanceTimersByTimeAsync(1_200);
    },
    see: (part: Partial<ListView>) => Object.assign(view, noView, part),
    shown: () =>
      rows()
        .map(({ id }) => Number(id))
        .filter((id) => !withheld()?.ids.has(BigInt(id))),
    rows,
    waiting: () => [...(withheld()?.ids ?? [])].map(Number),
    isAnew: () => withheld()?.anew !== undefined,
    counted: () => queries.getQueryData(plantCount(allPlants).queryKey),
  };
}

/** An answer of tRPC whose ids are bigints, as superjson writes them. */
const ok = (json: unknown, plants = 0) => {
  const values = Object.fromEntries(down(plants - 1, 0).map((at) => [`items.${at}.id`, ['bigint']]));
  return Response.json({ result: { data: { json, ...(plants > 0 && { meta: { values } }) } } });
};

test('plants of others stand in the order of the store, and removed ones leave', async () => {
  const { store, tell, shown, waiting, rows } = open(3, 2, 1);
  store.ids = [5, 3, 4, 1];
  store.names.set(3, 'Other');
  await tell([event(5)]);
  expect([shown(), waiting(), rows()[1]?.name]).toEqual([[5, 3, 4, 1], [], 'Other']);
});

test('an id that another person took is not suggested, also if the list has the plant already', async () => {
  const { queries, tell } = open(5, 3, 2, 1);
  queries.setQueryData(freeIds().queryKey, [[4n, 10n]]);
  await tell([event(5), { ...event(6), plant: undefined }]);
  expect(queries.getQueryData(freeIds().queryKey)).toEqual([
    [4n, 4n],
    [6n, 10n],
  ]);
});

test('a new row above the first visible one waits; one at or below it appears', async () => {
  const { store, queries, tell, see, shown, waiting } = open(3, 2, 1);
  see({ first: 2n });
  store.ids = [5, 3, 4, 2, 6, 1];
  await tell([event(5)]);
  expect([shown(), waiting()]).toEqual([
    [3, 2, 6, 1],
    [5, 4],
  ]);
  store.ids = [7, 5, 3, 2, 6, 1];
  await tell([event(7)]);
  expect([shown(), waiting()]).toEqual([
    [3, 2, 6, 1],
    [7, 5],
  ]);
  showWithheld(queries, allPlants);
  expect([shown(), waiting()]).toEqual([[7, 5, 3, 2, 6, 1], []]);
});

test('rows wait above the next row that is left, if the first visible one was deleted', async () => {
  const { store, tell, see, shown, waiting } = open(4, 3, 2, 1);
  see({ first: 3n });
  store.ids = [5, 4, 2, 1];
  await tell([event(5)]);
  expect([shown(), waiting()]).toEqual([[4, 2, 1], [5]]);
});

test('waiting rows appear when the person is back at the top', async () => {
  const { store, tell, see, shown, reads } = open(2, 1);
  await tell('released');
  expect(reads).toHaveLength(0);
  see({ first: 1n });
  store.ids = [3, 2, 1];
  await tell([event(3)]);
  see({});
  await tell('released');
  expect(shown()).toEqual([3, 2, 1]);
});

test('the row with the focus keeps its place, with its new text, until the focus leaves', async () => {
  const { store, tell, see, shown, rows, waiting } = open(4, 3, 2, 1);
  see({ held: [{ id: 2n, isEdited: false }], first: 2n });
  store.ids = [2, 4, 3, 5, 1];
  store.names.set(2, 'Renamed');
  await tell([event(2)]);
  expect([shown(), waiting()]).toEqual([[4, 3, 2, 1], [5]]);
  expect(rows().find(({ id }) => id === 2n)?.name).toBe('Renamed');
  see({});
  await tell('released');
  expect(shown()).toEqual([2, 4, 3, 5, 1]);
});

test('a row that is edited stays, even if its plant is deleted; one with only the focus leaves', async () => {
  const { store, tell, see, shown } = open(3, 2, 1);
  store.ids = [3, 1];
  see({ held: [{ id: 2n, isEdited: true }] });
  await tell([event(2)]);
  expect(shown()).toEqual([3, 2, 1]);
  see({ held: [{ id: 2n, isEdited: false }], first: 2n });
  await tell([event(2)]);
  expect(shown()).toEqual([3, 1]);
});

test('while all rows are selected, none comes in', async () => {
  const { store, tell, see, shown, waiting } = open(3, 2, 1);
  see({ isClosed: true });
  store.ids = [4, 3, 2, 5];
  await tell([event(4)]);
  expect([shown(), waiting()]).toEqual([
    [3, 2],
    [4, 5],
  ]);
});

test('a long list is read to the rows that it had, and its number is the number of the store', async () => {
  const { store, reads, list, tell, shown, counted } = open(...down(500, 1));
  await list.fetchNextPage();
  expect(shown()).toHaveLength(250);
  reads.length = 0;
  store.ids = [501, ...down(500, 1)];
  await tell([event(501)]);
  expect(reads.map(({ limit }) => limit)).toEqual([50, 200, 2]);
  expect([shown()[0], shown().at(-1), counted()]).toEqual([501, 250, 501]);
});

test('an import above what is visible is not read whole; the rows below stay until it is shown', async () => {
  const { store, queries, tell, see, shown, isAnew, reads } = open(...down(50, 1));
  see({ first: 40n });
  store.ids = [...down(100_000, 51), ...down(50, 1)];
  await tell('begun');
  expect(reads.length).toBeLessThan(10);
  expect([shown(), isAnew()]).toEqual([down(50, 1), true]);
  store.ids.unshift(100_001);
  await tell([event(100_001)]);
  expect(shown()).toEqual(down(50, 1));
  showWithheld(queries, allPlants);
  expect(shown()).toEqual(down(100_001, 99_952));
  see({});
  await tell('released');
  expect(shown()[0]).toBe(100_001);
});

test('at the top, an import is there at once', async () => {
  const { store, tell, shown, reads } = open(...down(50, 1));
  store.ids = [...down(100_000, 51), ...down(50, 1)];
  await tell('begun');
  expect([shown(), reads.length]).toEqual([down(100_000, 99_951), 1]);
});

test('an own plant that comes during the reading stays, and the list is read again', async () => {
  const { store, queries, tell, shown, held, release } = open(2, 1);
  held.is = true;
  store.ids = [3, 2, 1];
  await tell([event(3)]);
  await showAdded(queries, [named(4)]);
  store.ids = [4, 3, 2, 1];
  held.is = false;
  release();
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toEqual([4, 3, 2, 1]);
});

test('news that come during a reading cause one further reading, a second after it began', async () => {
  const { store, tellAtOnce, reads, held, release } = open(1);
  held.is = true;
  for (let id = 2; id < 1_000; id++) {
    store.ids.unshift(id);
    tellAtOnce([event(id)]);
    await vi.advanceTimersByTimeAsync(2);
  }
  expect(reads).toHaveLength(1);
  held.is = false;
  release();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads).toHaveLength(2);
});

test('while news keep coming, the list is read once a second', async () => {
  const { store, tellAtOnce, reads } = open(1);
  for (let id = 2; id < 42; id++) {
    store.ids.unshift(id);
    tellAtOnce([event(id)]);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(reads.length).toBeLessThanOrEqual(10);
  expect(reads.length).toBeGreaterThanOrEqual(8);
});

test('a reading that failed is made again', async () => {
  const { store, tell, shown } = open(1);
  store.ids = [2, 1];
  store.isDown = true;
  await tell([event(2)]);
  store.isDown = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(shown()).toEqual([2, 1]);
});

test('a fault of the program is reported, and not tried again until the next news', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { store, tell, see, shown } = open(1);
  store.ids = [2, 1];
  see({ held: undefined as never });
  await tell([event(2)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toHaveBeenCalledOnce();
  see({});
  await tell([event(2)]);
  expect(shown()).toEqual([2, 1]);
});

test('a list that is not open is read when it is opened again', async () => {
  const { store, queries, list, tell, reads } = open(1);
  list.destroy();
  store.ids = [2, 1];
  await tell([event(2)]);
  expect(reads).toHaveLength(0);
  const again = new InfiniteQueryObserver(queries, plantPages(allPlants));
  onTestFinished(again.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(1_200);
  expect(again.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([
    2n,
    1n,
  ]);
});
