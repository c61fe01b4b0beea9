import { withDigits } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createOpenApiNodeHttpHandler, getPathParameters, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import { linkToNext } from '../http/page-link.ts';
import { router } from '../procedures/base/trpc.ts';
import { isUnchanged } from '../procedures/plants/preconditions.ts';
import type { RestInput } from './input.ts';
import { call, type RestRoute } from './routes.ts';

/** The context that trpc-to-openapi hands on. */
type Asked = Pick<RestInput, 'complete'> & { request: FastifyRequest };

/** A router with the procedure of a route, which takes the values of the path, and answers a page with its items. */
function routerOf(route: RestRoute) {
  const { procedure, openapi, isPaged, pagedBy } = route;
  const answer = async ({ complete, request }: Asked, input: object) => {
    const output = await call(route, request.context, complete(input));
    if (!isPaged) return withDigits(output);
    const { items, nextCursor } = output as { items: unknown[]; nextCursor?: string };
    if (nextCursor !== undefined)
      request.context.response.headers.link = linkToNext(request, nextCursor, pagedBy);
    return withDigits(items);
  };
  // The library sees no schema but that of the path: it would switch on coercion in a number, for all callers.
  const texts = getPathParameters(openapi.path).map((name) => [name, z.string()] as const);
  const inputs = [z.object(Object.fromEntries(texts))];
  const shown = Object.assign(() => {}, procedure, { _def: { ...procedure._def, inputs } });
  return {
    ...router({ answer: shown as never }),
    // tRPC's own caller makes proxies for each request (figures: bench/notes/0034-rest-by-trpc-to-openapi.md).
    createCaller: (asked: Asked) => ({ answer: (input: object) => answer(asked, input) }),
  } as unknown as OpenApiRouter;
}

/** Answers the requests of a route by trpc-to-openapi, which puts their input together and writes the output. */
export function handlerOf(route: RestRoute) {
  const { openapi } = route;
  const handle = createOpenApiNodeHttpHandler({
    // One router of all routes would try their paths one after the other, for each request.
    router: routerOf(route),
    createContext: ({ req }) => req,
    responseMeta({ type, ctx, data: [output] }) {
      const { preconditions, response } = (ctx as Asked).request.context;
      const { headers, status = output === undefined ? 204 : 200 } = response;
      const isKnown = type === 'query' && headers.ETag && isUnchanged(preconditions, headers.ETag);
      return { headers, status: isKnown ? 304 : status };
    },
    // In place of the library's own body, the error handler of the server answers with the contract's Error.
    onError({ error }) {
      throw error;
    },
  });
  return async ({ body, query, complete }: RestInput, request: FastifyRequest, reply: FastifyReply) => {
    const asked = {
      // The library would make a `Request` of any other object, with its body as JSON, which takes most of its time.
      __proto__: Request.prototype,
      method: openapi.method,
      // Fastify and the library read some addresses in different ways, so the library gets the path of the route.
      url: openapi.path,
      // The library asks for the media type alone, which `readJson` has checked.
      headers: { get: () => 'application/json' },
      signal: undefined,
      body,
      // The library leaves out an empty text, but not an array with it.
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
      complete,
      request,
    };
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
  };
}
