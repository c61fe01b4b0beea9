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
import type { PasswordHashing } from './access/better-auth.ts';
import { identify, isPublic } from './access/identification.ts';
import { answerError } from './answer.ts';
import { closePromptly } from './closing.ts';
import { registerHealth } from './health.ts';
import { registerImports } from './import/imports.ts';
import { createLimits, type LimitSettings, type Limits, noLimits } from './limits/limits.ts';
import { leave, shedOverload } from './limits/overload.ts';
import { registerMetrics } from './monitoring/metrics.ts';
import { logRequests } from './monitoring/request-log.ts';
import { registerNotFound } from './rest/not-found.ts';
import { registerReference } from './rest/reference.ts';
import { registerRest } from './rest/rest.ts';
import { isOpenRoute, registerTrpc } from './trpc-route.ts';

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The headers of every answer. */
const headersFor = ({ id }: FastifyRequest) => ({ ...securityHeaders, 'x-request-id': id });

/** zod looks at what comes in and goes out; to load what Fastify has for that is a tenth of a start. */
const noCompilers = { buildValidator: () => noCompiler, buildSerializer: () => noCompiler };
function noCompiler(): never {
  throw new Error('no route has a schema of Fastify; give its procedure one of zod');
}

/**
 * The API as a server that does not listen yet: REST, tRPC, the document and its reference, health.
 * Closing it lets the requests under way finish; the database stays the caller's to close.
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
  /** Whether the process is about to stop: it answers as ever, and asks for no more requests. */
  isLeaving?: () => boolean;
  /** Whether a write over a plant without a condition is refused with 428. */
  requiresIfMatch?: boolean;
  /** The proxies that are believed about who asks, as addresses, ranges of them, or names such as `loopback`. */
  trustProxy?: string[] | false;
  limits?: LimitSettings;
  /** How long a client may take for 64 KiB of an answer. */
  readerTimeoutMs?: number | undefined;
  /** Replaces scrypt in tests, where hashing would be most of the work. No setting leads here. */
  hashing?: PasswordHashing | undefined;
  /** Has each request told to a tracer; see tracing.ts. */
  trace?: ((app: FastifyInstance) => void) | undefined;
}): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    trustProxy,
    // Fastify sets this one itself, whatever `http` says.
    requestTimeout: serverOptions.requestTimeout,
    forceCloseConnections: 'idle',
    // What still comes in on an open connection while the server stops is answered like any other request.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // Its lines would tell addresses, with all that was typed into them; `logRequests` writes one without.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    http: serverOptions,
    schemaController: { compilersFactory: noCompilers },
    // `guardConnections` sees to it.
    clientErrorHandler: () => undefined,
    // An address that cannot be read comes here, and past every hook.
    frameworkErrors: (error, request, reply) =>
      void answerError(request, reply.headers(headersFor(request)), error),
  });
  guardConnections(app.server, {
    readerTimeoutMs,
    // Its socket stays for a second, so that the client can read why; its place does not.
    onTimeLimit: ({ req }) => leave(req),
  });
  closePromptly(app, isLeaving);
  const requests = registerMetrics(app, db);
  trace?.(app);
  logRequests(app);
  begin(app);
  const isForEverybody = (route: string) => isPublic(route) || isOpenRoute(route);
  const overload = shedOverload(app, { isPublic: isForEverybody, onShed: requests.countShed });
  identify(app, db, { requiresIfMatch, limits: limitsOf(app, db, limits), hashing });
  app.setErrorHandler((error, request, reply) => {
    // What is refused before a procedure is called; what a procedure refuses was noted there. Public routes have no context.
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

/** Its limits, which end with the server. */
function limitsOf(app: FastifyInstance, db: Database, settings: LimitSettings): Limits {
  const limits = createLimits(db, settings);
  app.addHook('onClose', limits.close);
  return limits;
}

/** What comes first for every request: its id, and the headers of every answer. */
function begin(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request));
    const problem = hostProblem(request.raw);
    if (problem) throw new StoreError('badRequest', problem);
    done();
  });
}

/** The id that the caller gave the request, if it is one (a UUID or a trace id, shorter than any secret), or a new one. */
const requestId = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && /^[0-9a-f-]{8,36}$/i.test(sent) ? sent : randomUUID();
