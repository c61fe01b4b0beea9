import { infiniteQueryOptions } from '@tanstack/react-query';

/** A page of a list, and the cursor of the next one. */
export type Page<Item> = { items: Item[]; nextCursor?: string | undefined };

type Read<Item> = (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<Page<Item>>;

/** The loaded pages of the list under `key`; the first one comes with the page from the server. */
export const pagesOf = <Item>(key: string[], read: Read<Item>, first?: Page<Item>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // Changes from other pages and people appear when the page is opened again.
    staleTime: 0,
  });
