import type { Activity } from '@plant-store/schema';
import { queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';

export const activityPages = (first?: Page<Activity>) =>
  pagesOf(['receipts'], (cursor, options) => browserClient.activity.list.query({ cursor }, options), first);

export const oneReceipt = (id: bigint) =>
  queryOptions({
    queryKey: ['receipts', String(id)],
    queryFn: ({ signal }): Promise<Activity> => browserClient.receipts.get.query({ id }, { signal }),
    staleTime: 0,
  });

/** The plants that an undo left alone, and the single additions that it undid. Neither changes. */
export const undoFacts = (id: bigint) =>
  queryOptions({
    queryKey: ['undo', String(id)],
    queryFn: ({ signal }) => browserClient.activity.getUndo.query({ id }, { signal }),
    staleTime: 'static',
  });
