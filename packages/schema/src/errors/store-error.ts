import type { ErrorCode } from './error-table.ts';

/**
 * A field at fault: an RFC 6901 pointer to it, and a message that names the fault and the accepted values. `kind` tells
 * faults of a field apart: a client decides by it, never by the words of the message.
 */
export type FieldProblem = { pointer: string; message: string; kind?: ProblemKind };

export type ProblemKind = 'commonPassword' | 'passwordOfOwnWords' | 'passwordOfTradeWords';

/**
 * The error that a caller gets: a code of the table and a message. The message names the input and the
 * accepted values. It never contains a stack, a path, SQL or the name of a library; the cause of a failure stays in
 * `cause`.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;
  /** The fields at fault, for callers that request them. */
  readonly problems: FieldProblem[];
  /** Further headers of the answer, such as `WWW-Authenticate` or `Retry-After`. */
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
