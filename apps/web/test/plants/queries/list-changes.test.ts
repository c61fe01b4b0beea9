import type { StoredPlant } from '@plant-store/schema';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  refetchPlants,
  showAdded,
  showRemoved,
  showTagged,
} from '../../../src/plants/queries/list-changes.ts';
import { freeIds, listsKey, plantPages, withheldPlants } from '../../../src/plants/queries/list-queries.ts';
import { plantVersion } from '../../../src/plants/queries/plant-query.ts';
import { allPlants, type PlantSearch } from '../../../src/plants/search/plant-search.ts';

const plants: StoredPlant[] = [
  { id: 3n, name: 'Ficus', tag: 'tree' },
  { id: 2n, name: 'Acer', tag: 'tree' },
  { id: 1n, name: 'Hoya' },
];

/** Subscribes to a list, as an open page does. */
function looking(part: Partial<PlantSearch>) {
  const search = { ...allPlants, ...part };
  const queries = new QueryClient();
  const observer = new InfiniteQueryObserver(queries, plantPages(search, { items: plants }));
  onTestFinished(observer.subscribe(() => undefined));
  const listed = () => queries.getQueryData(plantPages(search).queryKey)?.pages[0]?.items;
  return { queries, search, listed };
}

test('retagged plants keep their place, and disappear from the list of their former tag', () => {
  const ids = new Set([3n, 1n]);
  const all = looking({});
  showTagged(all.queries, ids, 'sale');
  expect(all.listed()).toEqual([
    { id: 3n, name: 'Ficus', tag: 'sale' },
    { id: 2n, name: 'Acer', tag: 'tree' },
    { id: 1n, name: 'Hoya', tag: 'sale' },
  ]);
  const trees = looking({ tag: 'tree' });
  showTagged(trees.queries, new Set([3n]), '');
  expect(trees.listed()?.map(({ id }) => id)).toEqual([2n, 1n]);
  const untagged = looking({ tag: '' });
  showTagged(untagged.queries, new Set([3n]), '');
  expect(untagged.listed()?.[0]).toEqual({ id: 3n, name: 'Ficus' });
});

test('a tag change removes invisible lists from the cache, as they may contain the plants', () => {
  const { queries } = looking({});
  const { queryKey } = plantPages({ ...allPlants, tag: 'sale' });
  queries.setQueryData(queryKey, { pages: [{ items: [] }], pageParams: [undefined] });
  showTagged(queries, new Set([3n]), 'sale');
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});

test('an own plant that others saw first does not wait above the list', async () => {
  const { queries, search, listed } = looking({});
  const { queryKey } = withheldPlants(search);
  queries.setQueryData(queryKey, { ids: new Set([3n, 2n]) });
  await showAdded(queries, [{ id: 3n, name: 'Ficus', tag: 'tree' }]);
  expect(queries.getQueryData(queryKey)?.ids).toEqual(new Set([2n]));
  expect(listed()).toHaveLength(3);
});

test('the ids of own plants are no longer free, and no id is suggested that the store has not named', async () => {
  const { queries } = looking({});
  const { queryKey } = freeIds();
  queries.setQueryData(queryKey, [[5n, 104n]]);
  await showAdded(
    queries,
    [5n, 7n, 104n, 105n].map((id) => ({ id, name: 'Fern' })),
  );
  expect(queries.getQueryData(queryKey)).toEqual([
    [6n, 6n],
    [8n, 103n],
  ]);
});

test('an own plant that comes back does not wait above a list, and a list that was opened since is read again', () => {
  const { queries, search, listed } = looking({});
  const putBack = showRemoved(queries, [2n]);
  const { queryKey } = withheldPlants(search);
  // News are faster than the answer.
  queries.setQueryData(plantPages(search).queryKey, { pages: [{ items: plants }], pageParams: [undefined] });
  queries.setQueryData(queryKey, { ids: new Set([2n, 3n]) });
  putBack({ id: 2n, name: 'Acer', tag: 'tree' });
  expect(queries.getQueryData(queryKey)?.ids).toEqual(new Set([3n]));
  expect([listed()?.length, queries.isFetching({ queryKey: listsKey })]).toEqual([3, 0]);
  const trees = new InfiniteQueryObserver(queries, plantPages({ ...allPlants, tag: 'tree' }, { items: [] }));
  onTestFinished(trees.subscribe(() => undefined));
  putBack({ id: 2n, name: 'Acer', tag: 'tree' });
  expect(queries.isFetching({ queryKey: listsKey })).toBe(1);
});

test('after a bulk change no page shows a former version', async () => {
  const queries = new QueryClient();
  const { queryKey } = plantVersion(7n);
  queries.setQueryData(queryKey, { plant: { id: 7n, name: 'As it was' }, etag: undefined });
  await refetchPlants(queries);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});

test('after a bulk change a list of 13 pages is as long as before', async () => {
  const page = { items: [], nextCursor: 'more' };
  vi.stubGlobal('fetch', async () => Response.json({ result: { data: { json: page } } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { queries, search } = looking({});
  const { queryKey } = plantPages(search);
  queries.setQueryData(queryKey, {
    pages: Array(13).fill(page),
    pageParams: [undefined, ...Array(12).fill('more')],
  });
  await refetchPlants(queries);
  expect(queries.getQueryData(queryKey)?.pages).toHaveLength(13);
});
