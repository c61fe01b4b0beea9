import type { TrashedPlant } from '@plant-store/schema';
import { queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { type Page, pagesOf } from '../../api/pages-of.ts';

export const trashKey = ['trash'];

export type TrashPage = Page<TrashedPlant>;

export const trashPageLength = 50;

export const trashPages = (first?: TrashPage) =>
  pagesOf(
    trashKey,
    (cursor, options) => browserClient.trash.list.query({ limit: trashPageLength, cursor }, options),
    first,
  );

export const hasTrash = queryOptions({
  queryKey: [...trashKey, 'has-plants'],
  queryFn: async ({ signal }) =>
    (await browserClient.trash.list.query({ limit: 1 }, { signal })).items.length > 0,
});
