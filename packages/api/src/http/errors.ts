import {
  type ErrorCode,
  errorNumbers,
  errorTitles,
  type FieldProblem,
  type RepeatedKey,
  StoreError,
  statusOf,
  toJson,
} from '@plant-store/schema';
import { TRPCError, type TRPCErrorShape } from '@trpc/server';
import { HTTP_STATUS_TRPC_ERROR_CODE } from 'trpc-to-openapi';
import { ZodError } from 'zod';

const codeOfTrpc: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'malformedJson',
  BAD_REQUEST: 'badRequest',
  NOT_FOUND: 'notFound',
  METHOD_NOT_SUPPORTED: 'methodNotAllowed',
  PAYLOAD_TOO_LARGE: 'tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'mediaType',
  CLIENT_CLOSED_REQUEST: 'badRequest',
};

/** tRPC has no code for 410. */
const trpcCodeOfStatus: typeof HTTP_STATUS_TRPC_ERROR_CODE = {
  ...HTTP_STATUS_TRPC_ERROR_CODE,
  410: 'PRECONDITION_FAILED',
};

/** Converts any thrown value to an error of the table. `input` is the input of the procedure, for the message. */
export function toStoreError(thrown: unknown, input?: unknown): StoreError {
  if (thrown instanceof StoreError) return thrown;
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof StoreError) return thrown.cause;
    if (thrown.code === 'BAD_REQUEST' && thrown.cause instanceof ZodError)
      return invalidInput(thrown.cause, input);
    const code = codeOfTrpc[thrown.code];
    if (code) return new StoreError(code, thrown.message || errorTitles[code], { cause: thrown });
  }
  return new StoreError(
    'internal',
    'the server failed; find the cause in its log by the request id of this answer',
    {
      cause: thrown,
    },
  );
}

export function repeatedKey(cause: RepeatedKey): StoreError {
  const { message, pointer } = cause;
  return new StoreError('malformedJson', `the body ${message}`, { cause, problems: [{ pointer, message }] });
}

export const toTrpcError = (error: StoreError): TRPCError =>
  new TRPCError({
    code: trpcCodeOfStatus[statusOf(error.code)] ?? 'INTERNAL_SERVER_ERROR',
    message: error.message,
    cause: error,
  });

/** The error for a tRPC client: the published number and the fields at fault, never a stack. */
export function shapeOf({ code, data }: TRPCErrorShape & { data: { path?: string } }, thrown: TRPCError) {
  const error = toStoreError(thrown);
  const number = errorNumbers[error.code];
  return {
    message: error.message,
    code,
    data: {
      code: thrown.code,
      httpStatus: statusOf(error.code),
      path: data.path,
      error: number,
      problems: error.problems,
    },
  };
}

/** Secret fields, which a message must not repeat. */
const secretFields = new Set<PropertyKey | undefined>(['password', 'currentPassword', 'newPassword', 'code']);

export function invalidInput(error: ZodError, input: unknown): StoreError {
  // Each unknown key is a separate problem.
  const issues = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
      : [issue],
  );
  const problems: FieldProblem[] = issues.map(({ path, message }) => ({
    pointer: path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    message,
  }));
  const sentences = issues.map(({ path, message }) => {
    if (path.length === 0) return `a JSON object is required; ${describeValue(input)} was sent`;
    const sent = path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
      input,
    );
    const isRepeatable = sent !== undefined && !secretFields.has(path.at(-1));
    return `${path.join('.')} ${message}${isRepeatable ? ` (sent: ${describeValue(sent)})` : ''}`;
  });
  return new StoreError('invalidField', sentences.join('; '), { problems });
}

/** Invisible characters as escapes, so that none hides, or turns the message around in a terminal. */
const visible = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f\p{Cf}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string')
    return `the text ${visible(JSON.stringify(value.length > 40 ? `${value.slice(0, 40).toWellFormed()}…` : value))}`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null && !JSON.isRawJSON(value)) return 'an object';
  const text = toJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
