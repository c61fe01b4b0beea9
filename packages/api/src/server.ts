import type { Database } from '@plant-store/db';
import { guard, serverOptions } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { PasswordHashing } from './auth/sessions/better-auth.ts';
import { identify } from './context/identification.ts';
import { createWaiters } from './events/waiters.ts';
import { headersFor, registerHeaders, requestId } from './http/headers.ts';
import { registerNotFoundOrNotAllowed } from './http/not-found-or-not-allowed.ts';
import { sendError } from './http/response.ts';
import { registerImports } from './imports/imports.ts';
import {
  createRateLimits,
  type RateLimitSettings,
  type RateLimits,
  unlimited,
} from './limits/rate-limit-settings.ts';
import { registerSlots } from './limits/request-slots.ts';
import { createShedLog } from './limits/shed-log.ts';
import { registerHealth } from './monitoring/health.ts';
import { registerMetrics } from './monitoring/metrics.ts';
import { logRequests } from './monitoring/request-log.ts';
import { registerReference } from './openapi/reference.ts';
import { registerRest } from './rest/endpoints.ts';
import { registerTrpc } from './trpc/endpoint.ts';
import { createReceiverCheck } from './webhooks/send.ts';

/** zod checks input and output. Fastify's own compilers would cost a tenth of a start. */
const noCompilers = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler };
function noCompiler(): never {
  throw new Error('no route has a schema of Fastify; give its procedure one of zod');
}

/** The server does not listen yet. Closing it lets its running requests finish. The caller closes the database. */
export function createServer({
  db,
  logger,
  isDraining = () => false,
  requiresIfMatch = false,
  trustProxy = false,
  limits = unlimited,
  firstTokenFile = () => undefined,
  webhookAllow = [],
  readerTimeoutMs,
  hashing,
  trace,
}: {
  db: Database;
  logger: FastifyServerOptions['logger'];
  /** Whether the process will stop soon. It then still answers, but each answer ends its connection. */
  isDraining?: () => boolean;
  /** Whether to refuse an overwrite of a plant without a precondition (428). */
  requiresIfMatch?: boolean;
  /** The proxies whose X-Forwarded headers are trusted: addresses, ranges, or names such as `loopback`. */
  trustProxy?: string[] | false;
  limits?: RateLimitSettings;
  firstTokenFile?: (() => string | undefined) | undefined;
  /** The receivers of webhooks in the house, as ranges. */
  webhookAllow?: string[];
  /** A client that reads less than 64 KiB of an answer in this time is disconnected. */
  readerTimeoutMs?: number | undefined;
  /** Replaces scrypt in tests, where hashing would cost most of the time. No setting changes it. */
  hashing?: PasswordHashing | undefined;
  trace?: ((app: FastifyInstance) => void) | undefined;
}): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    trustProxy,
    // Fastify overwrites these options of `http`.
    requestTimeout: serverOptions.requestTimeout,
    keepAliveTimeout: serverOptions.keepAliveTimeout,
    forceCloseConnections: 'idle',
    // A request on an open connection is still answered while the server stops.
    return503OnClosing: false,
    genReqId: requestId,
    // Fastify's log lines would contain addresses with search terms; `logRequests` logs none.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    http: serverOptions,
    schemaController: { compilersFactory: noCompilers },
    // `guard` answers these errors.
    clientErrorHandler: () => undefined,
    // Requests with an unreadable address are answered here, without any hook.
    frameworkErrors: (error, request, reply) =>
      void sendError(request, reply.headers(headersFor(request)), error),
  });
  const waiters = createWaiters(db);
  const requests = registerMetrics(app, db, waiters);
  const logShed = createShedLog(app.log);
  const { admit, isFull, beginClosing } = guard(app.server, {
    readerTimeoutMs,
    onShed(shed, client) {
      requests.countShed(shed);
      logShed(shed, client);
    },
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    waiters.close();
    beginClosing();
  });
  trace?.(app);
  logRequests(app);
  registerHeaders(app, () => isClosing);
  registerSlots(app, admit);
  identify(app, db, {
    ...{ requiresIfMatch, limits: limitsOf(app, db, limits), waiters, firstTokenFile, hashing },
    receiverFault: createReceiverCheck(webhookAllow),
  });
  app.setErrorHandler((error, request, reply) => {
    // No route has QUERY, the method that Fastify refuses first without a Content-Type.
    if ((error as { code?: string }).code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE')
      return answerNoRoute(request, reply);
    // Records a refusal before the procedure; a procedure records its own refusals. Public routes have no context.
    if (error instanceof StoreError) request.context?.logRefusal(error);
    return sendError(request, reply, error);
  });
  const answerNoRoute = registerNotFoundOrNotAllowed(app);
  registerHealth(app, db, { isDraining, isFull });
  registerReference(app);
  registerRest(app);
  registerImports(app);
  registerTrpc(app);
  return app;
}

function limitsOf(app: FastifyInstance, db: Database, settings: RateLimitSettings): RateLimits {
  const limits = createRateLimits(db, settings);
  app.addHook('onClose', limits.close);
  return limits;
}
