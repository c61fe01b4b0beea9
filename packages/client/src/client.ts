import type { AppRouter } from '@plant-store/api';
import { createTRPCClient, httpLink, type TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import superjson from 'superjson';
import type { Conditions } from './call-options.ts';

export type PlantStoreClient = ReturnType<typeof createPlantStoreClient>;

/**
 * Each call has its own HTTP request, so a slow call does not delay the others.
 * @param headers a token; or, for a server that acts for a browser, a cookie and `Sec-Fetch-Site: same-origin`
 */
export function createPlantStoreClient({
  url,
  headers = {},
  timeoutMs,
}: {
  url: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}) {
  return createTRPCClient<AppRouter>({
    links: [
      reportEtag,
      ...(timeoutMs === undefined ? [] : [limitTime(timeoutMs)]),
      httpLink({
        url,
        headers: ({ op }) => ({ ...headers, ...toHeaders(op.context) }),
        transformer: superjson,
      }),
    ],
  });
}

const toHeaders = ({ ifMatch, idempotencyKey }: Conditions) => ({
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

const limitTime =
  (timeoutMs: number): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    // Not AbortSignal.timeout: its timer goes on after the answer, and keeps a web server's whole request in memory.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    const end = () => clearTimeout(timer);
    const signal = op.signal ? AbortSignal.any([op.signal, limit.signal]) : limit.signal;
    return next({ ...op, signal }).pipe(tap({ error: end, complete: end }));
  };

const reportEtag: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        next: ({ context }) => {
          const etag = (context as { response?: Response } | undefined)?.response?.headers.get('etag');
          if (etag) (op.context as Conditions).onEtag?.(etag);
        },
      }),
    );
