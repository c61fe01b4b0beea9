import { withDigits } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createOpenApiNodeHttpHandler, getPathParameters, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import { linkToNext } from '../http/page-link.ts';
import type { Call } from '../procedures/base/call.ts';
import { router } from '../procedures/base/trpc.ts';
import { isUnchanged } from '../procedures/plants/preconditions.ts';
import type { RestInput } from './input.ts';
import { type RestRoute, restRoutes } from './routes.ts';

/** The context that trpc-to-openapi hands on. */
type Served = Pick<RestInput, 'complete'> & { request: FastifyRequest };

/** The procedure of a route, for the library: it takes the values of the path, and answers a page with its items. */
function served({ procedure, isPaged, openapi }: RestRoute) {
  const call = async ({ ctx: { complete, request }, getRawInput, ...call }: Call & { ctx: Served }) => {
    const ctx = request.context;
    const input = complete((await getRawInput()) as object);
    const output = await procedure({ ...call, ctx, getRawInput: async () => input });
    if (!isPaged) return withDigits(output);
    const { items, nextCursor } = output as { items: unknown[]; nextCursor?: string };
    if (nextCursor !== undefined) ctx.response.headers.link = linkToNext(request, nextCursor);
    return withDigits(items);
  };
  // The library sees no schema but that of the path: it would switch on coercion in a number, for all callers.
  const texts = getPathParameters(openapi.path).map((name) => [name, z.string()] as const);
  const inputs = [z.object(Object.fromEntries(texts))];
  return Object.assign(call, procedure, { _def: { ...procedure._def, inputs } });
}

// The library takes the first path that fits, so those without an id come first.
const fixedFirst = restRoutes.toSorted((a, b) => a.openapi.path.indexOf('{') - b.openapi.path.indexOf('{'));

const handle = createOpenApiNodeHttpHandler({
  router: router(
    Object.fromEntries(fixedFirst.map((route) => [route.name, served(route) as never])),
  ) as OpenApiRouter,
  createContext: ({ req }) => req,
  responseMeta({ type, ctx, data: [output] }) {
    const { preconditions, response } = (ctx as Served).request.context;
    const { headers, status = output === undefined ? 204 : 200 } = response;
    const isKnown = type === 'query' && headers.ETag && isUnchanged(preconditions, headers.ETag);
    return { headers, status: isKnown ? 304 : status };
  },
  // In place of the library's own body, the error handler of the server answers with the contract's Error.
  onError({ error }) {
    throw error;
  },
});

const headers = new Headers({ 'content-type': 'application/json' });

/** Answers a request by trpc-to-openapi, which finds and calls its procedure, and writes the output. */
export async function serve(
  { openapi: { method, path } }: RestRoute,
  { body, query, complete }: RestInput,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const asked = {
    ...{ method, headers, body, complete, request, signal: undefined },
    // Fastify and the library read some addresses in different ways, so the library gets the path of the route.
    url: path,
    // The library leaves out an empty text, but not an array with it.
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
  };
  // The library would make a `Request` of any other object, with its body as JSON, which takes most of its time.
  Object.setPrototypeOf(asked, Request.prototype);
  const answer = {
    statusCode: 200,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    end(json: string | undefined) {
      reply.code(answer.statusCode);
      if (json === undefined || answer.statusCode === 304) reply.removeHeader('content-type').send();
      // Its own serializer keeps Fastify from adding a charset, a parameter that JSON does not have (RFC 8259).
      else reply.serializer(String).send(json);
    },
  };
  await handle(asked as never, answer as never);
  return reply;
}
