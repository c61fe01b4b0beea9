import { type ErrorCode, type FieldProblem, StoreError } from '@plant-store/schema/errors';
import { StartError } from '../core/start-error.ts';

/** An error as a message between threads. An Error object would lose its class and fields. */
export type SerializedError = {
  message: string;
  stack: string | undefined;
  code: unknown;
  store?: { code: ErrorCode; problems: FieldProblem[]; headers: Record<string, string> };
  isOfStart?: boolean;
  cause?: SerializedError | undefined;
};

export function serializeError(cause: unknown): SerializedError {
  const { message = String(cause), stack, code } = (cause ?? {}) as Partial<Error> & { code?: unknown };
  const isOfStart = cause instanceof StartError;
  const plain = { message, stack, isOfStart, code: typeof code === 'number' ? code : code && String(code) };
  if (!(cause instanceof StoreError)) return plain;
  const { problems, headers, cause: earlier } = cause;
  return {
    ...plain,
    store: { code: cause.code, problems, headers },
    cause: earlier === undefined ? undefined : serializeError(earlier),
  };
}

export function deserializeError({ message, stack, code, store, isOfStart, cause }: SerializedError): Error {
  const options = cause && { cause: deserializeError(cause) };
  if (isOfStart) return new StartError(message, options);
  if (store) return new StoreError(store.code, message, { ...store, ...options });
  const error = Object.assign(new Error(message, options), code === undefined ? {} : { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
