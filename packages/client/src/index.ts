import type { AppRouter } from '@plant-store/api';
import type { FieldProblem } from '@plant-store/schema';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';

export type PlantStoreClient = ReturnType<typeof createPlantStoreClient>;

/** What the store says of a request that failed: the published number, a message for a person, the fields at fault. */
export type Failure = { error: number; message: string; problems: FieldProblem[] };

/**
 * A typed client of the plant store.
 * @param url where tRPC answers, such as `http://127.0.0.1:4000/trpc` or, in the web page, `/api/trpc`.
 * @param headers sent with every request: a token, or a cookie when one server asks for a browser.
 */
export function createPlantStoreClient({
  url,
  headers = {},
}: {
  url: string;
  headers?: Record<string, string>;
}) {
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, headers, transformer: superjson })] });
}

/** What the store said, or `undefined` when it could not be reached or did not answer as itself. */
export function failureOf(thrown: unknown): Failure | undefined {
  if (!(thrown instanceof TRPCClientError) || !thrown.data) return undefined;
  const { error, problems } = thrown.data as Omit<Failure, 'message'>;
  return { error, message: thrown.message, problems };
}
