import type { IncomingMessage } from 'node:http';
import { invalidField, parseJson, RepeatedKey, readNumber, StoreError } from '@plant-store/schema';
import type { FastifyRequest } from 'fastify';
import { getPathParameters } from 'trpc-to-openapi';
import * as z from 'zod';
import { repeatedKey } from '../http/errors.ts';
import { checkQuery } from '../http/query-string.ts';
import { assertUncompressed, decode, readBytes } from '../limits/body.ts';
import type { RestRoute } from './routes.ts';

/** RFC 7396, section 4. */
export const mergePatch = 'application/merge-patch+json';

/** What a request sends to its procedure. A `body` also has the values of the query; `complete` adds those of the path. */
export type RestInput = { body?: object; query: Values; complete(input: object): unknown };
type Values = Record<string, unknown>;

/**
 * The input reader of a route, by the zod schema of its procedure: each field comes from the path, the query or the
 * body. A route without query parameters ignores the query string.
 */
export function inputOf({ openapi: { method, path }, input, query, bodyLimitBytes }: RestRoute) {
  const pathNames = getPathParameters(path);
  const others = Object.keys(input.shape).filter((name) => !pathNames.includes(name));
  const mayHaveBody = method !== 'GET' && method !== 'DELETE';
  const queryNames = mayHaveBody ? query : others;
  const hasBody = mayHaveBody && others.length > query.length;
  const readPath = readerOf(pathNames, input.shape);
  const readQuery = readerOf(queryNames, input.shape);
  return {
    hasBody,
    /** @throws StoreError for a query string that the route does not accept */
    check({ query }: FastifyRequest) {
      if (queryNames.length > 0) checkQuery(query as Values, queryNames);
    },
    /** @throws StoreError for an unreadable body */
    async read(request: FastifyRequest): Promise<RestInput> {
      const [inPath, query] = [readPath(request.params), readQuery(request.query)];
      const complete = (input: object) => ({ ...input, ...inPath });
      if (!hasBody) return { query, complete };
      const body = await readJson(request.raw, bodyLimitBytes);
      // The schema refuses this body. trpc-to-openapi would take the elements of an array for fields.
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return { body: {}, query, complete: () => body };
      assertAgreed(body, inPath);
      return { body: { ...body, ...query }, query, complete };
    },
  };
}

/** Reads the parameters of a path or query: integers as numbers, others as text. */
function readerOf(names: string[], shape: Record<string, z.core.$ZodType>) {
  const integers = names.filter((name) => isInteger(shape[name]));
  return (given: unknown): Values => {
    const values: Values = {};
    for (const name of names) {
      const value = (given as Values)[name];
      if (value !== undefined) values[name] = integers.includes(name) ? numberOf(value) : value;
    }
    return values;
  };
}

/** Whether a parameter is an integer: a number, or a schema with an `override` of that type for the document. */
function isInteger(schema: z.core.$ZodType | undefined): boolean {
  if (!schema) return false;
  const { type } = (z.globalRegistry.get(schema)?.override ?? {}) as { type?: unknown };
  if (type !== undefined) return type === 'integer';
  const { innerType, type: kind } = schema._zod.def as { innerType?: z.core.$ZodType; type: string };
  return innerType ? isInteger(innerType) : kind === 'number';
}

/** Refuses an `id` in the body that differs from the id in the URL, as either could be meant. */
function assertAgreed(body: object, { id }: Values) {
  if (id === undefined || !Object.hasOwn(body, 'id')) return;
  const { id: sent } = body as { id: unknown };
  if ((typeof sent === 'number' || typeof sent === 'bigint') && String(sent) === String(id)) return;
  throw invalidField('id', `differs from the id in the URL (${id}); leave it out of the body`);
}

/** Digits as a number; any other text unchanged, as the schema refuses it. */
const numberOf = (text: unknown) =>
  typeof text === 'string' && /^-?\d{1,40}$/.test(text) ? readNumber(text) : text;

/** The JSON body of a request. @throws StoreError in this order: too large, not declared as JSON, not JSON */
async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, limitBytes);
  checkMediaType(request);
  return parseBody(decode(bytes));
}

function checkMediaType({ headers, method }: IncomingMessage) {
  const sent = headers['content-type'];
  const [type = '', ...parameters] = (sent ?? '').toLowerCase().split(';');
  const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(
    parameters.find((one) => /^\s*charset\s*=/.test(one)) ?? '',
  )?.[1];
  if (
    !(type.trim() === 'application/json' || (method === 'PATCH' && type.trim() === mergePatch)) ||
    (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
  )
    throw new StoreError(
      'mediaType',
      `Content-Type must be application/json, in UTF-8; ${sent === undefined ? 'none' : JSON.stringify(sent)} was sent`,
    );
  assertUncompressed(headers, 'body');
}

function parseBody(text: string): unknown {
  if (text.trim() === '') throw new StoreError('malformedJson', 'the body is empty; send a JSON object');
  try {
    return parseJson(text);
  } catch (cause) {
    if (cause instanceof RepeatedKey) throw repeatedKey(cause);
    const reason = (cause as Error).message.replaceAll(/\s+/g, ' ');
    throw new StoreError('malformedJson', `the body is not JSON: ${reason}`, { cause });
  }
}
