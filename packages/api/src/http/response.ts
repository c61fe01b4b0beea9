import {
  type ErrorBody,
  errorNumbers,
  errorTitles,
  type Problem,
  StoreError,
  statusOf,
  toJson,
} from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsByName } from './accept.ts';
import { toStoreError } from './errors.ts';

/** Sends a body as JSON with every digit of its ids. */
export const sendJson = (
  reply: FastifyReply,
  status: number,
  body: unknown,
  type: 'application/json' | 'application/problem+json' = 'application/json',
) =>
  reply
    .code(status)
    .header('content-type', type)
    // Keeps Fastify from adding a charset, which JSON has not (RFC 8259). A string goes in one packet with the headers.
    .serializer(toJson)
    .send(body);

/** The body of an answer to HEAD. Send it as a stream: without one, Fastify says `Content-Length: 0`. */
export const noLines: string[] = [];

/** Answers with the contract's Error, or with problem details (RFC 9457) for a caller that accepts those. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown) {
  const error = fromFastify(thrown) ?? toStoreError(thrown);
  const status = statusOf(error.code);
  if (status === 500) request.log.error({ err: error.cause }, 'request failed');
  reply.headers(error.headers);
  const number = errorNumbers[error.code];
  const title = errorTitles[error.code];
  if (!acceptsByName(request, 'application/problem+json'))
    return sendJson(reply, status, { error: number, message: error.message } satisfies ErrorBody);
  const problem: Problem = {
    type: `urn:plant-store:error:${number}`,
    title,
    status,
    detail: error.message,
    error: number,
    message: error.message,
    errors: error.problems,
  };
  return sendJson(reply, status, problem, 'application/problem+json');
}

/** Converts Fastify's own refusals. Their messages name internals, so this API replaces them. */
function fromFastify(thrown: unknown): StoreError | undefined {
  const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode >= 500) return undefined;
  if (code === 'ECONNRESET') return new StoreError('badRequest', 'the body was cut off', { cause: thrown });
  if (statusCode === 413)
    return new StoreError('tooLarge', 'the body is too large; send less at once', { cause: thrown });
  if (statusCode === 415)
    return new StoreError('mediaType', 'Content-Type must be application/json', { cause: thrown });
  return new StoreError(
    'badRequest',
    messages[String(code)] ?? 'the request cannot be read; check its body',
    {
      cause: thrown,
    },
  );
}

const messages: Record<string, string> = {
  FST_ERR_BAD_URL: 'the URL is not valid percent-encoded UTF-8; encode it',
  FST_ERR_MAX_PARAM_LENGTH: 'a segment of the URL path is longer than 100 characters; send a shorter one',
};
