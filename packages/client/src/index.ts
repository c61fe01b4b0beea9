import type { AppRouter } from '@plant-store/api';
import type { FieldProblem } from '@plant-store/schema';
import { createTRPCClient, httpLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import superjson from 'superjson';

export type PlantStoreClient = ReturnType<typeof createPlantStoreClient>;

/** What the store says of a request that failed: the published number, a message for a person, the fields at fault. */
export type Failure = { error: number; message: string; problems: FieldProblem[] };

/** What a call asks for besides its input. */
export type Conditions = {
  /** The ETag that the plant must still have. */
  ifMatch?: string | undefined;
  /** Makes the call one that may be sent again: it is done once. */
  idempotencyKey?: string | undefined;
  /** Is told the ETag that the answer came with. */
  onEtag?: (etag: string) => void;
};

/**
 * A typed client of the plant store. Each call is a request of its own, so that one which takes long holds up no other.
 * @param url where tRPC answers, such as `http://127.0.0.1:4000/trpc` or, in the web page, `/api/trpc`.
 * @param headers sent with every request: a token; or, when a server asks for a browser, a cookie and
 *   `Sec-Fetch-Site: same-origin`.
 */
export function createPlantStoreClient({
  url,
  headers = {},
}: {
  url: string;
  headers?: Record<string, string>;
}) {
  return createTRPCClient<AppRouter>({
    links: [
      tellEtag,
      httpLink({
        url,
        headers: ({ op }) => ({ ...headers, ...toHeaders(op.context) }),
        transformer: superjson,
      }),
    ],
  });
}

/** Options for a call: `client.plants.update.mutate(patch, { ...on({ ifMatch }), signal })`. */
export const on = (conditions: Conditions) => ({ context: conditions });

/** What the store said, or `undefined` when it could not be reached or did not answer as itself. */
export function failureOf(thrown: unknown): Failure | undefined {
  if (!(thrown instanceof TRPCClientError) || !thrown.data) return undefined;
  const { error, problems } = thrown.data as Omit<Failure, 'message'>;
  return { error, message: thrown.message, problems };
}

const toHeaders = ({ ifMatch, idempotencyKey }: Conditions) => ({
  ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

const tellEtag: TRPCLink<AppRouter> =
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
