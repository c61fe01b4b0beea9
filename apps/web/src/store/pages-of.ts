import { infiniteQueryOptions } from '@tanstack/react-query';

/** A page of what is read in pages, and where the next one begins. */
export type Page<Item> = { items: Item[]; nextCursor?: string | undefined };

type Read<Item> = (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<Page<Item>>;

/** What is kept under `key`, as far as it was loaded; it starts with the page that the server sent along. */
export const pagesOf = <Item>(key: string[], read: Read<Item>, first?: Page<Item>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    initialData: first && { pages: [first], pageParams: [undefined] },
    // What was done on another page, or by others, is there when one comes to look.
    staleTime: 0,
  });
