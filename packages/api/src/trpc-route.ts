import { StoreError } from '@plant-store/schema';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bulkLimitBytes } from './body.ts';
import type { Context } from './context.ts';
import { toStoreError } from './errors.ts';
import { type AppRouter, appRouter, procedures } from './router.ts';

/** How much the procedures take that are for everybody: the fields of a person. */
const openLimitBytes = 8 * 1024;

const openRoutes = new Set(
  Object.entries(procedures)
    .filter(([, { _def }]) => (_def.meta as { isOpen?: boolean } | undefined)?.isOpen)
    .map(([path]) => `/trpc/${path}`),
);

/** Whether everybody may ask for what a route gives, also who has no account yet. */
export const isOpenRoute = (route: string): boolean => openRoutes.has(route);

/** The others are no matter of a procedure's; TRACE the library could not even pass on. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Where tRPC's clients call the procedures. */
export function registerTrpc(app: FastifyInstance, contextOf: (request: FastifyRequest) => Context) {
  app.register(async (edge) => {
    // Not the library's own plugin, which takes multipart bodies too, and holds them in memory whatever their size.
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: bulkLimitBytes },
      (_request, body, done) => done(null, body),
    );
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      fastifyRequestHandler<AppRouter, FastifyRequest, FastifyReply>({
        router: appRouter,
        req: request,
        res: reply,
        path:
          (request.params as { path?: string }).path ??
          (request.routeOptions.url ?? '').slice('/trpc/'.length),
        createContext: async () => contextOf(request),
        responseMeta: ({ ctx, errors }) => ({
          headers: Object.assign(
            {},
            ctx?.answer.headers,
            ...errors.map((error) => toStoreError(error).headers),
          ),
        }),
        onError: ({ error }) => logFailure(request, error),
      });
    edge.addHook('onRequest', async (request, reply) => {
      if (!(contextOf(request).caller instanceof StoreError) || isOpenRoute(request.routeOptions.url ?? ''))
        return;
      // Of what a stranger sends, nothing is read: it may never come.
      request.body = '';
      await answer(request, reply);
      return reply;
    });
    edge.addHook('preHandler', (request) => contextOf(request).identify());
    for (const url of openRoutes)
      edge.route({
        method: methods,
        url,
        bodyLimit: openLimitBytes,
        config: { bodyLimitBytes: openLimitBytes },
        handler: answer,
      });
    edge.route({
      method: methods,
      url: '/trpc/:path',
      config: { bodyLimitBytes: bulkLimitBytes },
      handler: answer,
    });
  });
}

function logFailure(request: FastifyRequest, error: unknown) {
  const { code, cause } = toStoreError(error);
  if (code === 'internal') request.log.error({ err: cause }, 'request failed');
}
