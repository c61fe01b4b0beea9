import { readNumber, StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permit } from '../access/permit.ts';
import { answerJson } from '../answer.ts';
import { checkDeclaredLength, readJson } from '../body.ts';
import { call } from '../call.ts';
import { isUnchanged } from '../catalogue/preconditions.ts';
import type { Context } from '../context.ts';
import { document } from './document.ts';
import { answerFile, wantedFile } from './list-export.ts';
import { routeKey } from './rest-meta.ts';
import { type RestRoute, restRoutes } from './rest-routes.ts';

/**
 * The REST edge: every procedure with a REST address, answered there as the contract says.
 *
 * trpc-to-openapi describes the procedures and makes the document; the requests are answered here, because its
 * handler rewrites schemas, rounds ids and has error bodies of its own (docs/decisions/0001-own-rest-edge.md).
 */
export function registerRest(app: FastifyInstance, contextOf: (request: FastifyRequest) => Context) {
  // A scope of its own: nothing but `readJson` reads the bodies in it.
  app.register(async (edge) => {
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of restRoutes) register(edge, route, contextOf);
  });
}

function register(edge: FastifyInstance, route: RestRoute, contextOf: (request: FastifyRequest) => Context) {
  const { method, path } = route.openapi;
  const operation = operationOf(route);
  const readInput = inputReader(route, operation);
  edge.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before a byte of the body is read: the token, what it may do, and how much is coming.
    onRequest: (request, _reply, done) => {
      permit(contextOf(request).caller, route.scope);
      if (operation.requestBody) checkDeclaredLength(request.raw, route.bodyLimitBytes);
      done();
    },
    // An address that ends where an id should be is not one of this route.
    preParsing: (request, reply, _payload, done) =>
      Object.values(request.params as object).includes('') ? reply.callNotFound() : done(),
    handler: async (request, reply) => {
      const ctx = contextOf(request);
      const input = await readInput(request);
      await ctx.identify();
      const readPage = async (input: unknown) => {
        const page = await call(route.procedure, { path: route.name, ctx, input });
        // The token may end while the file is on its way.
        await ctx.identify();
        return page;
      };
      const { exported } = route;
      if (exported) {
        reply.header('vary', 'accept');
        const format = wantedFile(request);
        if (format)
          return answerFile(reply, exported, { format, input: input as Record<string, unknown>, readPage });
      }
      const output = await call(route.procedure, { path: route.name, ctx, input });
      reply.headers(ctx.answer.headers);
      if (
        method === 'GET' &&
        ctx.answer.headers.ETag &&
        isUnchanged(ctx.conditions.ifNoneMatch, ctx.answer.headers.ETag)
      )
        return reply.code(304).send();
      if (output === undefined) return reply.code(204).send();
      return answerJson(
        reply,
        ctx.answer.status ?? 200,
        route.isPaged ? pageOf(output, request, reply) : output,
      );
    },
  });
}

/** What the document says of a route. */
function operationOf({ openapi }: RestRoute) {
  const [path, method] = routeKey(openapi);
  const operation = document.paths?.[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in openapi.json; run "npm run document"`);
  return operation;
}

/**
 * How a route's input is put together: from its body, if it has one, and from the path and the query, where numbers are
 * digits.
 */
function inputReader(
  route: RestRoute,
  operation: ReturnType<typeof operationOf>,
): (request: FastifyRequest) => Promise<unknown> {
  const fromAddress = addressReader(operation.parameters as Parameter[] | undefined);
  if (!operation.requestBody) return async (request) => fromAddress(request);
  const isAlone = (operation.parameters ?? []).every((one) => (one as Parameter).in === 'header');
  return async (request) => {
    const body = await readJson(request.raw, route);
    // What is no object is left for the schema to refuse.
    if (isAlone || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const address = fromAddress(request);
    assertAgreed(body, address);
    return { ...body, ...address };
  };
}

type Parameter = { name: string; in: string; schema: { type: string } };

function addressReader(parameters: Parameter[] = []) {
  const integers = new Set(
    parameters.filter(({ schema }) => schema.type === 'integer').map(({ name }) => name),
  );
  return ({ query, params }: FastifyRequest): Record<string, unknown> => {
    const sent = Object.entries({ ...(query as object), ...(params as object) });
    return Object.fromEntries(
      sent.map(([name, value]) => [name, integers.has(name) ? numberOf(value) : value]),
    );
  };
}

/** An id in a body that is not the one in the address is a mistake that nobody would want to be guessed at. */
function assertAgreed(body: object, { id }: Record<string, unknown>) {
  if (id === undefined || !Object.hasOwn(body, 'id')) return;
  const { id: sent } = body as { id: unknown };
  if ((typeof sent === 'number' || typeof sent === 'bigint') && String(sent) === String(id)) return;
  const message = `is another one than in the address, ${id}; send it there alone`;
  throw new StoreError('invalidField', `id ${message}`, { problems: [{ pointer: '/id', message }] });
}

/** Digits as the number they stand for; anything else as it is, for the schema to refuse. */
const numberOf = (text: unknown) =>
  typeof text === 'string' && /^-?\d{1,40}$/.test(text) ? readNumber(text) : text;

/** A page's items for the body; where it goes on is said in a header (RFC 8288). */
function pageOf(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown[] {
  const { items, nextCursor } = output as { items: unknown[]; nextCursor?: string };
  if (nextCursor !== undefined) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    searchParams.set('cursor', nextCursor);
    reply.header('link', `<${pathname}?${searchParams}>; rel="next"`);
  }
  return items;
}
