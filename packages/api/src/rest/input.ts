import { readNumber, StoreError } from '@plant-store/schema';
import type { FastifyRequest } from 'fastify';
import { checkQuery } from '../http/query-string.ts';
import { readJson } from '../limits/body.ts';
import type { RestRoute } from './routes.ts';

/** The input of a route in the OpenAPI document. */
export type DeclaredInput = { parameters?: unknown[]; requestBody?: unknown };
type Parameter = { name: string; in: string; schema: { type?: unknown } };

/** Reads the input of a route: its body, if it has one, and its declared parameters. */
export type RestInput = {
  /** Checks the query string. @throws StoreError for a query string that the route does not accept */
  check(request: FastifyRequest): void;
  /** @throws StoreError for an unreadable body */
  read(request: FastifyRequest): Promise<unknown>;
};

/** The input reader of a route. A route without declared query parameters ignores the query string. */
export function inputOf(route: RestRoute, { parameters = [], requestBody }: DeclaredInput): RestInput {
  const inAddress = (parameters as Parameter[]).filter((one) => one.in === 'path' || one.in === 'query');
  const known = inAddress.filter((one) => one.in === 'query').map(({ name }) => name);
  const readAddress = addressReader(inAddress);
  return {
    check: ({ query }) => {
      if (known.length > 0) checkQuery(query as Record<string, unknown>, known);
    },
    read: requestBody
      ? withBody(route, inAddress.length > 0 ? readAddress : undefined)
      : async (request) => readAddress(request),
  };
}

type ReadAddress = (request: FastifyRequest) => Record<string, unknown>;

function withBody(route: RestRoute, readAddress: ReadAddress | undefined): RestInput['read'] {
  return async (request) => {
    const body = await readJson(request.raw, route);
    // The schema refuses a body that is no object.
    if (!readAddress || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const address = readAddress(request);
    assertAgreed(body, address);
    return { ...body, ...address };
  };
}

/** Reads the declared parameters of an address, in which numbers are digits. */
function addressReader(declared: Parameter[]): ReadAddress {
  const parameters = declared.map(({ name, in: place, schema }) => ({
    name,
    part: place === 'path' ? ('params' as const) : ('query' as const),
    isInteger: schema.type === 'integer',
  }));
  return (request) => {
    const input: Record<string, unknown> = {};
    for (const { name, part, isInteger } of parameters) {
      const value = (request[part] as Record<string, unknown>)[name];
      if (value !== undefined) input[name] = isInteger ? numberOf(value) : value;
    }
    return input;
  };
}

/** Refuses an `id` in the body that differs from the id in the URL, as either could be meant. */
function assertAgreed(body: object, { id }: Record<string, unknown>) {
  if (id === undefined || !Object.hasOwn(body, 'id')) return;
  const { id: sent } = body as { id: unknown };
  if ((typeof sent === 'number' || typeof sent === 'bigint') && String(sent) === String(id)) return;
  const message = `is another one than in the address, ${id}; send it there alone`;
  throw new StoreError('invalidField', `id ${message}`, { problems: [{ pointer: '/id', message }] });
}

/** Digits as a number; any other text unchanged, as the schema refuses it. */
const numberOf = (text: unknown) =>
  typeof text === 'string' && /^-?\d{1,40}$/.test(text) ? readNumber(text) : text;
