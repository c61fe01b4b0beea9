import { randomUUID } from 'node:crypto';
import type { Database } from '@plant-store/db';
import { guardConnections, hostProblem, serverOptions } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { PasswordHashing } from './auth/sessions/better-auth.ts';
import { identify, isPublic } from './context/identification.ts';
import { registerReference } from './document/reference.ts';
import { answerError } from './http/answer.ts';
import { closePromptly } from './http/graceful-shutdown.ts';
import { registerNotFound } from './http/method-not-allowed.ts';
import { registerImports } from './imports/imports.ts';
import { leave, shedOverload } from './limits/load-shedding.ts';
import { createLimits, type LimitSettings, type Limits, noLimits } from './limits/rate-limits.ts';
import { registerHealth } from './monitoring/health.ts';
import { registerMetrics } from './monitoring/metrics.ts';
import { logRequests } from './monitoring/request-log.ts';
import { registerRest } from './rest/edge.ts';
import { isOpenRoute, registerTrpc } from './trpc/endpoint.ts';

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The headers of every answer. */
const headersFor = ({ id }: FastifyRequest) => ({ ...securityHeaders, 'x-request-id': id });

/** zod checks input and output; loading Fastify's own compilers would take a tenth of a start. */
const noCompilers = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler };
function noCompiler(): never {
  throw new Error('no route has a schema of Fastify; give its procedure one of zod');
}

/**
 * The API as a server that does not listen yet: REST, tRPC, the document and its reference, health. Closing it lets
 * the requests under way finish. The caller closes the database.
 */
export function createServer({
  db,
  logger,
  isLeaving = () => false,
  requiresIfMatch = false,
  trustProxy = false,
  limits = noLimits,
  readerTimeoutMs,
  hashing,
  trace,
}: {
  db: Database;
  logger: FastifyServerOptions['logger'];
  /** Whether the process is about to stop: it still answers, and refuses no request, but asks for no more. */
  isLeaving?: () => boolean;
  /** Whether an overwrite of a plant without a precondition is refused with 428. */
  requiresIfMatch?: boolean;
  /** The proxies whose X-Forwarded headers are trusted: addresses, ranges, or names such as `loopback`. */
  trustProxy?: string[] | false;
  limits?: LimitSettings;
  /** The time in which a client must take 64 KiB of an answer. */
  readerTimeoutMs?: number | undefined;
  /** Replaces scrypt in tests, where hashing would take most of the time. No setting leads here. */
  hashing?: PasswordHashing | undefined;
  /** Traces each request; see tracing.ts. */
  trace?: ((app: FastifyInstance) => void) | undefined;
}): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    trustProxy,
    // Fastify overwrites this one in the options of `http`.
    requestTimeout: serverOptions.requestTimeout,
    forceCloseConnections: 'idle',
    // A request on an open connection is still answered while the server stops.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // Fastify's log lines would contain addresses with search terms; `logRequests` logs none.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    http: serverOptions,
    schemaController: { compilersFactory: noCompilers },
    // `guardConnections` answers these errors.
    clientErrorHandler: () => undefined,
    // Requests with an unreadable address come here, past every hook.
    frameworkErrors: (error, request, reply) =>
      void answerError(request, reply.headers(headersFor(request)), error),
  });
  guardConnections(app.server, {
    readerTimeoutMs,
    // The socket stays open for a second, so that the client can read the error; the request's place is freed at once.
    onTimeLimit: ({ req }) => leave(req),
  });
  closePromptly(app, isLeaving);
  const requests = registerMetrics(app, db);
  trace?.(app);
  logRequests(app);
  begin(app);
  const isForEverybody = (route: string) => isPublic(route) || isOpenRoute(route);
  const overload = shedOverload(app, { isPublic: isForEverybody, onShed: requests.countShed });
  identify(app, db, { requiresIfMatch, isOpenRoute, limits: limitsOf(app, db, limits), hashing });
  app.setErrorHandler((error, request, reply) => {
    // A refusal before the procedure. A procedure's own refusals were recorded there. Public routes have no context.
    if (error instanceof StoreError) request.context?.noteRefusal(error);
    return answerError(request, reply, error);
  });
  registerNotFound(app);
  registerHealth(app, db, { isLeaving, isFull: overload.isFull });
  registerReference(app);
  registerRest(app, (request) => request.context);
  registerImports(app, (request) => request.context);
  registerTrpc(app, (request) => request.context);
  return app;
}

/** The rate limits; they end with the server. */
function limitsOf(app: FastifyInstance, db: Database, settings: LimitSettings): Limits {
  const limits = createLimits(db, settings);
  app.addHook('onClose', limits.close);
  return limits;
}

/** The first steps of every request: its id, and the headers of every answer. */
function begin(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request));
    const problem = hostProblem(request.raw);
    if (problem) throw new StoreError('badRequest', problem);
    done();
  });
}

/**
 * The id that the caller gave the request, if it is acceptable (a UUID or a trace id, shorter than any secret), or a
 * new one.
 */
const requestId = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && /^[0-9a-f-]{8,36}$/i.test(sent) ? sent : randomUUID();
