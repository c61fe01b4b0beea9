import type { ErrorCode } from './error-numbers.ts';

/** An RFC 6901 pointer, and a message with the accepted values. A client decides by `kind`, never by words. */
export type FieldProblem = { pointer: string; message: string; kind?: ProblemKind };

export type ProblemKind = 'commonPassword' | 'passwordOfOwnWords' | 'passwordOfTradeWords';

/** The message names input and accepted values; never a stack, a path, SQL or a library, which stay in `cause`. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;
  readonly problems: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; problems?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.problems = options.problems ?? [];
    this.headers = options.headers ?? {};
  }
}

/** The refusal of one field; `message` goes on after its name. */
export const invalidField = (name: string, message: string): StoreError =>
  new StoreError('invalidField', `${name} ${message}`, { problems: [{ pointer: `/${name}`, message }] });
