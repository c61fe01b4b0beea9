import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permit } from '../access/permit.ts';
import { answerJson } from '../answer.ts';
import { checkDeclaredLength } from '../body.ts';
import { call } from '../call.ts';
import { isUnchanged } from '../catalogue/preconditions.ts';
import type { Context } from '../context.ts';
import { document } from './document.ts';
import { answerFile, wantedFile } from './list-export.ts';
import { linkToNext } from './page-link.ts';
import { inputOf } from './rest-input.ts';
import { routeKey } from './rest-meta.ts';
import { type RestRoute, restRoutes } from './rest-routes.ts';

/**
 * The REST edge: every procedure with a REST address, answered there as the contract says.
 *
 * trpc-to-openapi describes the procedures and makes the document; the requests are answered here, because its
 * handler rewrites schemas, rounds ids and has error bodies of its own (docs/decisions/0001-own-rest-edge.md).
 */
export function registerRest(app: FastifyInstance, contextOf: ContextOf) {
  // A scope of its own: nothing but `readJson` reads the bodies in it.
  app.register(async (edge) => {
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of restRoutes) register(edge, route, contextOf);
  });
}

type ContextOf = (request: FastifyRequest) => Context;

function register(edge: FastifyInstance, route: RestRoute, contextOf: ContextOf) {
  const { method, path } = route.openapi;
  const operation = operationOf(route);
  const input = inputOf(route, operation);
  const others = fixedPaths(path);
  edge.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before a byte of the body is read: the token, what it may do, how much is coming, and the address.
    onRequest: (request, _reply, done) => {
      permit(contextOf(request).caller, route.scope);
      if (operation.requestBody) checkDeclaredLength(request.raw, route.bodyLimitBytes);
      input.check(request);
      done();
    },
    // An address that ends where an id should be is not one of this route, nor is one that another route has as it is.
    preParsing: ({ params, url }, reply, _payload, done) =>
      Object.values(params as object).includes('') ||
      (others.size > 0 && others.has(url.split('?', 1)[0] ?? ''))
        ? reply.callNotFound()
        : done(),
    handler: async (request, reply) => {
      const asked = await input.read(request);
      const ctx = contextOf(request);
      await ctx.identify();
      return answer(route, asked, { request, reply, ctx });
    },
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; ctx: Context };

/** Answers with what the procedure gives for the input: a file, nothing, or JSON. */
async function answer(route: RestRoute, input: unknown, { request, reply, ctx }: Exchange) {
  const run = (input: unknown) => call(route.procedure, { path: route.name, ctx, input });
  if (route.exported) {
    reply.header('vary', 'accept');
    const format = wantedFile(request);
    const readPage = async (input: unknown) => {
      const page = await run(input);
      // The token may end while the file is on its way.
      await ctx.identify();
      return page;
    };
    if (format)
      return answerFile(reply, route.exported, { format, input: input as Record<string, unknown>, readPage });
  }
  const output = await run(input);
  const { headers, status = 200 } = ctx.answer;
  reply.headers(headers);
  if (route.openapi.method === 'GET' && headers.ETag && isUnchanged(ctx.conditions.ifNoneMatch, headers.ETag))
    return reply.code(304).send();
  if (output === undefined) return reply.code(204).send();
  return answerJson(reply, status, route.isPaged ? pageOf(output, request, reply) : output);
}

/** The paths of other routes that this one would take for its own, with a word in place of an id. */
function fixedPaths(path: string): Set<string> {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const all = restRoutes.map(({ openapi }) => openapi.path);
  return new Set(all.filter((other) => other !== path && pattern.test(other) && !other.includes('{')));
}

/** What the document says of a route. */
function operationOf({ openapi }: RestRoute) {
  const [path, method] = routeKey(openapi);
  const operation = document.paths?.[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in openapi.json; run "npm run document"`);
  return operation;
}

/** A page's items for the body; where it goes on is said in a header. */
function pageOf(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown[] {
  const { items, nextCursor } = output as { items: unknown[]; nextCursor?: string };
  if (nextCursor !== undefined) reply.header('link', linkToNext(request, nextCursor));
  return items;
}
