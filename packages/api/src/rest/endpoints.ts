import type { FastifyInstance } from 'fastify';
import { authorize } from '../auth/permission.ts';
import { checkDeclaredLength } from '../limits/body.ts';
import { handlerOf } from './handler.ts';
import { inputOf } from './input.ts';
import { sendFile, wantedFile } from './list-export.ts';
import { fileRoutes, type RestRoute, restRoutes } from './routes.ts';

/** The REST edge: a Fastify route for each procedure with a REST address. trpc-to-openapi answers it (handler.ts). */
export function registerRest(app: FastifyInstance) {
  // A separate scope, in which only `readJson` reads bodies.
  app.register(async (edge) => {
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const route of routes) register(edge, route);
  });
}

const routes = [...restRoutes, ...fileRoutes];
// All servers of a process share them: outside production, the library makes a document for each.
const handlers = new Map(restRoutes.map((route) => [route, handlerOf(route)]));

function register(edge: FastifyInstance, route: RestRoute) {
  const { exported, openapi } = route;
  const input = inputOf(route);
  const answer = handlers.get(route);
  const others = fixedPaths(openapi.path);
  edge.route({
    method: openapi.method,
    url: openapi.path.replaceAll(/\{(\w+)\}/g, ':$1'),
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
      const sent = await input.read(request);
      await request.context.identify();
      if (exported) {
        reply.header('vary', 'accept');
        const format = wantedFile(request, route);
        if (format) return sendFile(reply, { ...route, exported }, format, sent.query);
      }
      return answer?.(sent, request, reply);
    },
  });
}

/** The paths of other routes with a fixed word in place of the id, which this route would also match. */
function fixedPaths(path: string): Set<string> {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const all = routes.map(({ openapi }) => openapi.path);
  return new Set(all.filter((other) => other !== path && pattern.test(other) && !other.includes('{')));
}
