import { readNumber } from '@plant-store/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permit } from './access.ts';
import { answerJson } from './answer.ts';
import { bodyLimitBytes, checkDeclaredLength, readJson } from './body.ts';
import { call } from './call.ts';
import type { Context } from './context.ts';
import { document } from './document.ts';
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
  const readInput = inputReader(route);
  edge.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before a byte of the body is read: the token, what it may do, and how much is coming.
    onRequest: (request, _reply, done) => {
      permit(contextOf(request).caller, route.scope);
      checkDeclaredLength(request.raw, bodyLimitBytes);
      done();
    },
    handler: async (request, reply) => {
      const ctx = contextOf(request);
      const input = await readInput(request);
      await ctx.identify();
      const output = await call(route.procedure, { path: route.name, ctx, input });
      reply.headers(ctx.headers);
      return answerJson(reply, 200, route.isPaged ? pageOf(output, request, reply) : output);
    },
  });
}

/** How a route's input is put together: from its body, or from the query and the path, where numbers are digits. */
function inputReader({ openapi }: RestRoute): (request: FastifyRequest) => Promise<unknown> {
  if (openapi.method === 'POST') return (request) => readJson(request.raw, bodyLimitBytes);
  const [path, method] = routeKey(openapi);
  const operation = document.paths?.[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in openapi.json; run "npm run document"`);
  const parameters = (operation.parameters ?? []) as {
    name: string;
    schema: { type: string };
  }[];
  const integers = new Set(
    parameters.filter(({ schema }) => schema.type === 'integer').map(({ name }) => name),
  );
  return async ({ query, params }) => {
    const sent = Object.entries({ ...(query as object), ...(params as object) });
    return Object.fromEntries(
      sent.map(([name, value]) => [name, integers.has(name) ? numberOf(value) : value]),
    );
  };
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
