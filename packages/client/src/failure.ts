import type { FieldProblem } from '@plant-store/schema';
import type { TRPCClientError } from '@trpc/client';

export type Failure = { error: number; message: string; problems: FieldProblem[] };

/** `undefined` for an error from elsewhere than the store. */
export function failureOf(thrown: unknown): Failure | undefined {
  if (!isClientError(thrown) || !thrown.data) return undefined;
  const { error, problems } = thrown.data as Omit<Failure, 'message'>;
  return { error, message: thrown.message, problems };
}

/** Compares by name, as an import of the class would load the whole client into pages without requests. */
// biome-ignore lint/suspicious/noExplicitAny: any router's errors
const isClientError = (thrown: unknown): thrown is TRPCClientError<any> =>
  thrown instanceof Error && thrown.name === 'TRPCClientError';
