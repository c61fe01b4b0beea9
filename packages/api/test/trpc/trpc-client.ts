import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../src/index.ts';

/** A tRPC client of the store, with a token or with the headers of a page of the store. */
export const trpcClient = (url: string, token: string | Record<string, string>) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${url}/trpc`,
        headers:
          typeof token === 'string'
            ? { authorization: `Bearer ${token}` }
            : { 'sec-fetch-site': 'same-origin', ...token },
        transformer: superjson,
      }),
    ],
  });
