import { assertDistinctKeys, RepeatedKey, type Scope, StoreError } from '@plant-store/schema';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '../auth/permission.ts';
import type { Context } from '../context/context.ts';
import { repeatedKey, toStoreError } from '../http/errors.ts';
import { isWrite } from '../http/request.ts';
import { bulkLimitBytes, checkDeclaredLength, decode, readBytes } from '../limits/body.ts';
import { type AppRouter, appRouter, procedures } from '../procedures/router.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyLimitBytes?: number;
  }
}

/** The limit for public procedures, whose inputs are only the fields of a person. */
const publicLimitBytes = 8 * 1024;

const publicProcedures = Object.entries(procedures)
  .filter(([, { _def }]) => (_def.meta as { isPublic?: boolean } | undefined)?.isPublic)
  .map(([path]) => path);

/** The methods of this route. The library could not handle TRACE. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The endpoint of tRPC's clients. */
export function registerTrpc(app: FastifyInstance) {
  app.register(async (edge) => {
    // Replaces the library's plugin, which keeps multipart bodies of any size in memory.
    edge.removeAllContentTypeParsers();
    edge.addContentTypeParser('application/json', async (request: FastifyRequest) => {
      const text = decode(await readBytes(request.raw, limitBytesOf(request)));
      checkKeys(text);
      return text;
    });
    const answer = (request: FastifyRequest, reply: FastifyReply, ctx: Context = request.context) =>
      fastifyRequestHandler<AppRouter, FastifyRequest, FastifyReply>({
        router: appRouter,
        req: request,
        res: reply,
        path: pathOf(request),
        createContext: async () => ctx,
        responseMeta: ({ ctx, errors }) => ({
          headers: Object.assign(
            {},
            ctx?.response.headers,
            ...errors.map((error) => toStoreError(error).headers),
          ),
        }),
        onError: ({ error }) => logFailure(request, error),
      });
    edge.addHook('onRequest', async (request, reply) => {
      const refusal = refusalOf(request);
      if (!refusal && isWrite(request)) checkDeclaredLength(request.raw, limitBytesOf(request));
      if (!refusal) return;
      // The body may never arrive, so it is not read.
      request.body = '';
      await answer(request, reply, { ...request.context, caller: refusal });
      return reply;
    });
    edge.addHook('preHandler', (request) => request.context.identify());
    const ofPublic = { bodyLimitBytes: publicLimitBytes, isPublic: true };
    const routes = publicProcedures.map((path) => ({ path, config: { ...ofPublic } }));
    for (const { path, config } of [...routes, { path: ':path', config: {} }])
      edge.route({ method: methods, url: `/trpc/${path}`, config, handler: answer });
  });
}

/** The library reads the body itself, and would take the last value of a key that stands twice. */
function checkKeys(text: string) {
  try {
    assertDistinctKeys(text, JSON.parse(text));
  } catch (cause) {
    if (cause instanceof RepeatedKey) throw repeatedKey(cause);
    // The library reports any other text that is not JSON.
    if (cause instanceof SyntaxError) return;
    throw new StoreError('malformedJson', 'the body is not JSON: it is nested too deeply', { cause });
  }
}

const pathOf = ({ params, routeOptions: { url = '' } }: FastifyRequest): string =>
  (params as { path?: string }).path ?? url.slice('/trpc/'.length);

const limitBytesOf = ({ routeOptions: { config } }: FastifyRequest): number =>
  config.bodyLimitBytes ?? bulkLimitBytes;

/** A request without a body is refused here only for an unknown caller: otherwise tRPC refuses its calls one by one. */
function refusalOf(request: FastifyRequest): StoreError | undefined {
  const { context, routeOptions } = request;
  if (routeOptions.config.isPublic) return undefined;
  if (context.caller instanceof StoreError) return context.caller;
  if (!isWrite(request)) return undefined;
  for (const name of pathOf(request).split(',')) {
    const refusal = refusalToCall(name, context);
    if (refusal) return refusal;
  }
  return undefined;
}

function refusalToCall(name: string, context: Context): StoreError | undefined {
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined;
  if (!procedure) return new StoreError('notFound', `there is no procedure ${JSON.stringify(name)}`);
  const { type, meta } = procedure._def as { type: string; meta?: { scope?: Scope } };
  if (type !== 'mutation') return new StoreError('methodNotAllowed', `${name} is a query; call it with GET`);
  try {
    authorize(context, meta?.scope);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof StoreError) return refusal;
    throw refusal;
  }
}

function logFailure(request: FastifyRequest, error: unknown) {
  const { code, cause } = toStoreError(error);
  if (code === 'internal') request.log.error({ err: cause }, 'request failed');
}
