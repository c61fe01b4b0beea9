import { slots } from '@plant-store/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../auth/permission.ts';
import type { Context } from '../context/context.ts';
import { linkToNext } from '../http/page-link.ts';
import { sendJson } from '../http/response.ts';
import { checkDeclaredLength } from '../limits/body.ts';
import { isUnchanged } from '../procedures/plants/preconditions.ts';
import { inputOf } from './input.ts';
import { sendFile, wantedFile } from './list-export.ts';
import { type RestRoute, restRoutes } from './routes.ts';

/**
 * The REST edge: the answers of every procedure with a REST route, as in the contract.
 * trpc-to-openapi reads the procedures' metadata and generates the document. Its handler is not used: it rewrites
 * schemas, rounds ids and has its own error bodies (docs/decisions/0001-own-rest-edge.md).
 */
export function registerRest(app: FastifyInstance) {
  // A separate scope, in which only `readJson` reads bodies.
  app.register(async (edge) => {
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of restRoutes) register(edge, route);
  });
}

function register(edge: FastifyInstance, route: RestRoute) {
  const { method, path } = route.openapi;
  const input = inputOf(route);
  const others = fixedPaths(path);
  edge.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // These checks come before the first byte of the body: token, scope, declared length and query.
    onRequest: (request, _reply, done) => {
      authorize(request.context, route.scope);
      if (input.hasBody) checkDeclaredLength(request.raw, route.bodyLimitBytes);
      input.check(request);
      done();
    },
    // A path without an id has no route here. A path with a fixed word in place of the id belongs to another route.
    preParsing: ({ params, url }, reply, _payload, done) =>
      Object.values(params as object).includes('') ||
      (others.size > 0 && others.has(url.split('?', 1)[0] ?? ''))
        ? reply.callNotFound()
        : done(),
    handler: async (request, reply) => {
      const procedureInput = await input.read(request);
      const ctx = request.context;
      await ctx.identify();
      return answer(route, procedureInput, { request, reply, ctx });
    },
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; ctx: Context };

/** Answers with the output of the procedure: a file, no body, or JSON. */
async function answer(route: RestRoute, input: unknown, { request, reply, ctx }: Exchange) {
  const call = { path: route.name, type: route.procedure._def.type, ctx, signal: undefined, batchIndex: 0 };
  const run = (input: unknown) => route.procedure({ ...call, getRawInput: async () => input });
  if (route.exported) {
    reply.header('vary', 'accept');
    const format = wantedFile(request);
    const readPage = async (input: unknown) => {
      const page = await run(input);
      // The token may end while the file is sent.
      await ctx.identify();
      return page;
    };
    if (format) {
      const wanted = input as Record<string, unknown>;
      ctx.isExport = wanted.limit === undefined;
      if (ctx.isExport) slots.countExport(request.raw);
      return sendFile(reply, route.exported, { format, input: wanted, readPage });
    }
  }
  const output = await run(input);
  const { headers, status = 200 } = ctx.response;
  reply.headers(headers);
  if (route.openapi.method === 'GET' && headers.ETag && isUnchanged(ctx.preconditions, headers.ETag))
    return reply.code(304).send();
  if (output === undefined) return reply.code(204).send();
  return sendJson(reply, status, route.isPaged ? pageOf(output, request, reply) : output);
}

/** The paths of other routes with a fixed word in place of the id, which this route would also match. */
function fixedPaths(path: string): Set<string> {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const all = restRoutes.map(({ openapi }) => openapi.path);
  return new Set(all.filter((other) => other !== path && pattern.test(other) && !other.includes('{')));
}

/** The items of a page for the body; the address of the next page goes into a header. */
function pageOf(output: unknown, request: FastifyRequest, reply: FastifyReply): unknown[] {
  const { items, nextCursor } = output as { items: unknown[]; nextCursor?: string };
  if (nextCursor !== undefined) reply.header('link', linkToNext(request, nextCursor));
  return items;
}
