import type { Activity, StoredPlant } from '@plant-store/schema';
import { limitMax } from '@plant-store/schema/without-zod';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';

export const activityPageLength = 50;

export const activityPages = (first?: Page<Activity>) =>
  pagesOf(
    ['receipts'],
    (cursor, options) => browserClient.activity.list.query({ limit: activityPageLength, cursor }, options),
    first,
  );

const plantsAfter = async (id: bigint, cursor: string | undefined, options: { signal: AbortSignal }) => {
  const after = cursor === undefined ? undefined : BigInt(cursor);
  return pageOfAdded(await browserClient.activity.listPlants.query({ id, after }, options));
};

export function pageOfAdded(items: StoredPlant[]): Page<StoredPlant> {
  const last = items.at(-1);
  return { items, nextCursor: last && items.length === limitMax ? String(last.id) : undefined };
}

/** The plants of a group of single additions, by their ids. */
export const addedPlantPages = (id: bigint, first?: Page<StoredPlant>) =>
  pagesOf(['receipts', 'plants', String(id)], (cursor, options) => plantsAfter(id, cursor, options), first);

export const oneReceipt = (id: bigint) =>
  queryOptions({
    queryKey: ['receipt', String(id)],
    queryFn: ({ signal }): Promise<Activity> => browserClient.receipts.get.query({ id }, { signal }),
    staleTime: 0,
  });

export const oneGroup = (id: bigint) =>
  queryOptions({
    queryKey: ['receipt', 'additions', String(id)],
    queryFn: ({ signal }) => browserClient.activity.getAdditions.query({ id }, { signal }),
    staleTime: 0,
  });

/** The plants that an undo left alone, and the single additions that it undid. Neither changes. */
export const undoFacts = (id: bigint) =>
  queryOptions({
    queryKey: ['undo', String(id)],
    queryFn: ({ signal }) => browserClient.activity.getUndo.query({ id }, { signal }),
    staleTime: 'static',
  });

export function refreshReceipts(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['receipts'] });
  void queries.invalidateQueries({ queryKey: ['receipt'] });
}
