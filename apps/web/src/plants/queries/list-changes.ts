import type { StoredPlant } from '@plant-store/schema';
import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { allPlants, type PlantSearch, searchIn } from '../search/plant-search.ts';
import {
  type FreeIds,
  freeIds,
  listsKey,
  newestKey,
  nothingWithheld,
  type PageOfPlants,
  type PlantPages,
  plantPages,
  rowsOf,
  type Withheld,
  withheldKey,
  withheldPlants,
} from './list-queries.ts';
import { withPutBack } from './put-back.ts';

/** Shows the plants that waited above the visible rows. @returns the place of the first one */
export function showWithheld(queries: QueryClient, search: PlantSearch): number {
  const { queryKey } = withheldPlants(search);
  const { ids, anew } = queries.getQueryData(queryKey) ?? nothingWithheld;
  const list = plantPages(search).queryKey;
  queries.setQueryData(queryKey, nothingWithheld);
  if (anew) queries.setQueryData(list, anew);
  const pages = queries.getQueryData(list);
  return pages ? rowsOf(pages).findIndex(({ id }) => ids.has(id)) : -1;
}

/** Adds new plants at the top of the unfiltered list, the last one first, and requests the next free id. */
export async function showAdded(queries: QueryClient, plants: readonly StoredPlant[]) {
  const { queryKey } = plantPages(allPlants);
  // Cancels a list request that was sent before the plants were added: its answer may lack them.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<PlantPages>(queryKey, (data) => data && plants.reduce(withPlant, data));
  const ids = new Set(plants.map(({ id }) => id));
  showOwn(queries, allPlants, ids);
  showTaken(queries, ids);
  refetchDerived(queries);
}

/** Suggests none of these ids, which have plants now, until the store has answered. */
export const showTaken = (queries: QueryClient, ids: ReadonlySet<bigint>) =>
  queries.setQueryData(freeIds().queryKey, (free) => free && freeWithout(free, ids));

function freeWithout(free: FreeIds, ids: ReadonlySet<bigint>): FreeIds {
  let left = free;
  for (const id of ids)
    left = left.flatMap((range): FreeIds => {
      const [first, last] = range;
      if (id < first || id > last) return [range];
      const parts: FreeIds = [
        [first, id - 1n],
        [id + 1n, last],
      ];
      return parts.filter(([from, to]) => from <= to);
    });
  return left;
}

/** An own plant waits for nothing. */
const showOwn = (queries: QueryClient, search: PlantSearch, own: ReadonlySet<bigint>) =>
  queries.setQueryData(
    withheldPlants(search).queryKey,
    (withheld): Withheld | undefined =>
      withheld && { ...withheld, ids: new Set([...withheld.ids].filter((id) => !own.has(id))) },
  );

function refetchDerived(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: freeIds().queryKey });
  void queries.invalidateQueries({ queryKey: newestKey });
  refetchCounts(queries);
}

export function showChanged(queries: QueryClient, plants: readonly StoredPlant[]) {
  const changed = new Map(plants.map((plant) => [plant.id, plant]));
  changeLists(queries, (items) => items.map((one) => changed.get(one.id) ?? one));
  refetchCounts(queries);
}

/** Shows a new tag of plants in the lists; empty for none. They keep their places, but leave the old tag's list. */
export function showTagged(queries: QueryClient, ids: ReadonlySet<bigint>, tag: string) {
  forgetInactive(queries);
  changeLists(queries, (items, search) =>
    items
      .map((one) => (ids.has(one.id) ? withTag(one, tag) : one))
      .filter(({ id }) => !ids.has(id) || search.tag === undefined || search.tag === tag),
  );
  refetchCounts(queries);
}

const withTag = ({ tag: _, ...rest }: StoredPlant, tag: string): StoredPlant =>
  tag === '' ? rest : { ...rest, tag };

/** Removes plants from the lists. The returned function puts one of these plants back in its place. */
export function showRemoved(queries: QueryClient, ids: readonly bigint[]): (plant: StoredPlant) => void {
  const gone = new Set(ids);
  const before = queries.getQueriesData<PlantPages>({ queryKey: listsKey });
  const stays = ({ id }: StoredPlant) => !gone.has(id);
  changeLists(queries, (items) => items.filter(stays));
  refetchDerived(queries);
  return (plant) => {
    for (const [key, then] of before)
      queries.setQueryData<PlantPages>(key, (now) => now && then && withPutBack(now, then, plant));
    const known = new Set(before.map(([key]) => hashKey(key)));
    for (const list of visibleLists(queries)) {
      showOwn(queries, searchOf(list.queryKey), new Set([plant.id]));
      // It was opened since, and does not know the place.
      if (!known.has(list.queryHash)) void refetchList(queries, list);
    }
    refetchDerived(queries);
  };
}

/** Reads the visible lists again after a change of many plants. Other lists are read when they are opened. */
export async function refetchPlants(queries: QueryClient) {
  forgetInactive(queries);
  refetchDerived(queries);
  await Promise.all(visibleLists(queries).map((list) => refetchList(queries, list)));
}

export const visibleLists = (queries: QueryClient): Query[] =>
  queries.getQueryCache().findAll({ queryKey: listsKey, type: 'active' });

async function refetchList(queries: QueryClient, list: Query) {
  queries.setQueryData(withheldPlants(searchOf(list.queryKey)).queryKey, nothingWithheld);
  // Cancels a request under way, which may have read the plants before the change. A failure leaves the list unchanged.
  await list.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
}

/** Removes lists and plants that are not visible from the cache, and reads the visible plant again. */
function forgetInactive(queries: QueryClient) {
  for (const queryKey of [listsKey, withheldKey, newestKey, ['plant']])
    queries.removeQueries({ queryKey, type: 'inactive' });
  void queries.invalidateQueries({ queryKey: ['plant'] });
}

function refetchCounts(queries: QueryClient) {
  for (const key of ['plant-count', 'tags', 'statistics'])
    void queries.invalidateQueries({ queryKey: [key] });
}

function changeLists(
  queries: QueryClient,
  change: (items: StoredPlant[], search: PlantSearch) => StoredPlant[],
) {
  const changed = (page: PageOfPlants, key: QueryKey) => ({
    ...page,
    items: change(page.items, searchOf(key)),
  });
  for (const [key, data] of queries.getQueriesData<PlantPages>({ queryKey: listsKey }))
    if (data) queries.setQueryData(key, { ...data, pages: data.pages.map((page) => changed(page, key)) });
}

/** The search of a list, from the address at the end of its query key. */
export const searchOf = (key: QueryKey): PlantSearch =>
  searchIn(new URLSearchParams(String(key.at(-1)).split('?')[1]));

function withPlant(data: PlantPages, plant: StoredPlant): PlantPages {
  const [first, ...rest] = data.pages;
  if (!first || data.pages.some(({ items }) => items.some(({ id }) => id === plant.id))) return data;
  return { ...data, pages: [{ ...first, items: [plant, ...first.items] }, ...rest] };
}
