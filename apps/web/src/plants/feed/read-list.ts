import type { StoredPlant } from '@plant-store/schema';
import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { searchOf } from '../queries/list-changes.ts';
import {
  furtherLength,
  nothingWithheld,
  type PlantPages,
  pageLength,
  rowsOf,
  withheldPlants,
} from '../queries/list-queries.ts';
import { withPutBack } from '../queries/put-back.ts';
import { plantCount } from '../search/count-queries.ts';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import type { ListView } from './list-view.ts';

/** If more new rows are above the visible ones, the list is not read as far as these: the person can show it anew. */
const newRowsMax = 1_000;
const answerMs = 20_000;

/**
 * Reads all loaded rows of a list again and shows the changes, without moving the rows of `view`. The store alone decides
 * which rows the list has, and their order.
 * @returns true if the list does not show all that the store has
 * @throws the client's error
 */
export async function readList(queries: QueryClient, query: Query, view: () => ListView): Promise<boolean> {
  const search = searchOf(query.queryKey);
  const list = query as unknown as Query<PlantPages>;
  while (true) {
    // A page that is being loaded would overwrite the rows that are read meanwhile.
    await list.promise?.catch(() => undefined);
    const before = list.state.data;
    if (!before) return false;
    const { ids } = queries.getQueryData(withheldPlants(search).queryKey) ?? nothingWithheld;
    const shown = rowsOf(before).filter(({ id }) => !ids.has(id));
    const truth = await readPages(search, (pages) => lengthToRead(pages, shown, view()));
    const isWhole = truth.pages.at(-1)?.nextCursor === undefined;
    const count = isWhole ? rowsOf(truth).length : await readCount(search);
    // This page changed the list meanwhile, and the answers may not know it.
    if (list.state.data !== before || list.state.fetchStatus !== 'idle') continue;
    const { pages, withheld } = merged(truth, before, shown, view());
    notifyManager.batch(() => {
      queries.setQueryData(query.queryKey, pages);
      queries.setQueryData(withheldPlants(search).queryKey, withheld);
      queries.setQueryData(plantCount(search).queryKey, count);
    });
    return pages !== truth || withheld !== nothingWithheld;
  }
}

async function readPages(
  search: PlantSearch,
  lengthAfter: (pages: PlantPages) => number,
): Promise<PlantPages> {
  const read: PlantPages = { pages: [], pageParams: [] };
  for (let limit = pageLength; limit > 0; limit = Math.min(furtherLength, lengthAfter(read))) {
    const cursor = read.pages.at(-1)?.nextCursor;
    const page = await browserClient.plants.list.query(
      { ...filterOf(search), sort: search.sort, limit, cursor },
      { signal: AbortSignal.timeout(answerMs) },
    );
    read.pages.push(page);
    read.pageParams.push(cursor);
    if (page.nextCursor === undefined) break;
  }
  return read;
}

const readCount = async (search: PlantSearch): Promise<number> =>
  (
    await browserClient.plants.count.query(filterOf(search), {
      signal: AbortSignal.timeout(answerMs),
    })
  ).count;

/** The number of rows to read after these pages; 0 if these are enough. */
function lengthToRead(pages: PlantPages, shown: readonly StoredPlant[], view: ListView): number {
  const rows = rowsOf(pages);
  const known = new Set(idsOf(shown));
  const found = rows.filter(({ id }) => known.has(id)).length;
  if (rows.length - found > newRowsMax) return 0;
  if (rows.length < shown.length) return shown.length - rows.length;
  const last = rows.at(-1);
  // Rows that others added push out as many at the end.
  if (last && known.has(last.id)) return 2 * (shown.length - found);
  return anchorIn(rows, shown, view) === undefined ? furtherLength : 0;
}

/** The place of the first row that stays where it is: the first visible one, or else the next one that is still there. */
function anchorIn(
  rows: readonly StoredPlant[],
  shown: readonly StoredPlant[],
  { first }: ListView,
): number | undefined {
  const from = shown.findIndex(({ id }) => id === first);
  if (from === -1) return 0;
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const anchor = shown.slice(from).find(({ id }) => places.has(id));
  return anchor && places.get(anchor.id);
}

/** The list to show, and its new rows that wait: they would move the rows that the person reads or edits. */
function merged(truth: PlantPages, before: PlantPages, shown: readonly StoredPlant[], view: ListView) {
  const pages = view.held.reduce((kept, held) => withHeld(kept, before, shown, held), truth);
  const rows = rowsOf(pages);
  const known = new Set(idsOf(shown));
  const isNew = ({ id }: StoredPlant) => !known.has(id);
  const isWhole = truth.pages.at(-1)?.nextCursor === undefined;
  const anchor = anchorIn(rows, shown, view);
  if (anchor === undefined && !isWhole) {
    const anew = { pages: truth.pages.slice(0, 1), pageParams: [undefined] };
    return { pages: before, withheld: { ids: new Set(idsOf(rows.filter(isNew))), anew } };
  }
  const lastKnown = rows.findLastIndex((row) => !isNew(row)) + 1;
  const end = view.isClosed ? (isWhole ? rows.length : lastKnown) : (anchor ?? 0);
  const ids = new Set(idsOf(rows.slice(0, end).filter(isNew)));
  return { pages, withheld: ids.size > 0 ? { ids } : nothingWithheld };
}

/** Puts a row back in its place among the others, until it is no longer held. */
function withHeld(
  truth: PlantPages,
  before: PlantPages,
  shown: readonly StoredPlant[],
  { id, isEdited }: ListView['held'][number],
): PlantPages {
  const rows = rowsOf(truth);
  const isHeld = (one: StoredPlant) => one.id === id;
  const row = rows.find(isHeld) ?? (isEdited ? shown.find(isHeld) : undefined);
  if (!row) return truth;
  if (nextAfter(row, rows, shown) === nextAfter(row, shown, rows) && rows.includes(row)) return truth;
  const others = truth.pages.map((page) => ({ ...page, items: page.items.filter((one) => !isHeld(one)) }));
  const kept = withPutBack({ ...truth, pages: others }, before, row);
  return rowsOf(kept).includes(row) ? kept : truth;
}

/** The next row that both lists have. */
function nextAfter({ id }: StoredPlant, rows: readonly StoredPlant[], others: readonly StoredPlant[]) {
  const common = new Set(idsOf(others));
  const place = rows.findIndex((one) => one.id === id);
  return rows.slice(place + 1).find((one) => common.has(one.id))?.id;
}

const idsOf = (rows: readonly StoredPlant[]): bigint[] => rows.map(({ id }) => id);
