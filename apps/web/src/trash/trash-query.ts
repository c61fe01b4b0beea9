import type { TrashedPlant } from '@plant-store/schema';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { browserClient } from '../store/browser-client.ts';

export type TrashPage = { items: TrashedPlant[]; nextCursor?: string | undefined };

export const trashPageLength = 50;

/** What is in the trash, the plant deleted last first, as far as it was loaded. */
export const trashPages = (first?: TrashPage) =>
  infiniteQueryOptions({
    queryKey: ['trash'],
    queryFn: ({ pageParam, signal }): Promise<TrashPage> =>
      browserClient.trash.list.query({ limit: trashPageLength, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // What was done on another page, or by others, is there when one comes to look.
    staleTime: 0,
  });
