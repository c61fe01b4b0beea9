import { infiniteQueryOptions } from '@tanstack/react-query';

export type Page<Item> = { items: Item[]; nextCursor?: string | undefined };

type Read<Item> = (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<Page<Item>>;

/** The query of the list under `key`, page by page. The first page comes from the server. */
export const pagesOf = <Item>(key: string[], read: Read<Item>, first?: Page<Item>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // Reads the list again whenever the page is opened, so that changes from other pages and people appear.
    staleTime: 0,
  });
