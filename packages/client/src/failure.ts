import type { FieldProblem } from '@plant-store/schema';
import type { TRPCClientError } from '@trpc/client';

/** The store's error for a failed request: the published number, a message for a person, and the fields at fault. */
export type Failure = { error: number; message: string; problems: FieldProblem[] };

/** The failure in a thrown error; `undefined` for an error from elsewhere than the store. */
export function failureOf(thrown: unknown): Failure | undefined {
  if (!isClientError(thrown) || !thrown.data) return undefined;
  const { error, problems } = thrown.data as Omit<Failure, 'message'>;
  return { error, message: thrown.message, problems };
}

/** Compares by name, as an import of the class would load the whole client into pages without requests. */
// biome-ignore lint/suspicious/noExplicitAny: any router's errors
const isClientError = (thrown: unknown): thrown is TRPCClientError<any> =>
  thrown instanceof Error && thrown.name === 'TRPCClientError';
