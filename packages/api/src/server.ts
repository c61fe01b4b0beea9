import { randomUUID } from 'node:crypto';
import type { Database } from '@plant-store/db';
import { answerUnreadable, isWithoutHost, noHost, serverOptions } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { answerError } from './answer.ts';
import { createAuthentication } from './authentication.ts';
import { closePromptly } from './closing.ts';
import type { Conditions, Context } from './context.ts';
import { registerHealth } from './health.ts';
import { registerImports } from './imports.ts';
import { registerMetrics } from './metrics.ts';
import { registerNotFound } from './not-found.ts';
import { leave, shedOverload } from './overload.ts';
import { registerReference } from './reference.ts';
import { logRequests } from './request-log.ts';
import { registerRest } from './rest.ts';
import { restSessionOf, sessionOf } from './session-cookie.ts';
import { countSilence, silenceMs } from './silence.ts';
import { registerTrpc } from './trpc-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    context: Context;
  }
}

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The headers of every answer. */
const headersFor = ({ id }: FastifyRequest) => ({ ...securityHeaders, 'x-request-id': id });

/** No request may take longer than this to arrive, or a slow client would keep its place for ever. */
const requestTimeoutMs = 60_000;

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
  /** Has each request told to a tracer; see tracing.ts. */
  trace?: ((app: FastifyInstance) => void) | undefined;
}): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    trustProxy,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silenceMs,
    forceCloseConnections: 'idle',
    // What still comes in on an open connection while the server stops is answered like any other request.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    // Its lines would tell addresses, with all that was typed into them; `logRequests` writes one without.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    http: serverOptions,
    // `answerUnreadable` sees to it.
    clientErrorHandler: () => undefined,
    // An address that cannot be read comes here, and past every hook.
    frameworkErrors: (error, request, reply) =>
      void answerError(request, reply.headers(headersFor(request)), error),
  });
  answerUnreadable(app.server);
  closePromptly(app, isLeaving);
  const requests = registerMetrics(app, db);
  trace?.(app);
  logRequests(app);
  begin(app);
  countSilence(app);
  shedOverload(app, { isPublic: (route) => publicRoutes.test(route), onShed: requests.countShed });
  identify(app, db, requiresIfMatch);
  app.setErrorHandler((error, request, reply) => answerError(request, reply, error));
  registerNotFound(app);
  registerHealth(app, db, isLeaving);
  registerReference(app);
  registerRest(app, (request) => request.context);
  registerImports(app, (request) => request.context);
  registerTrpc(app, (request) => request.context);
  return app;
}

const publicRoutes = /^\/(healthz|readyz|openapi\.json|docs(\/.*)?)$/;

/** What comes first for every request: its id, and the headers of every answer. */
function begin(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request));
    if (isWithoutHost(request.raw)) throw new StoreError('badRequest', noHost);
    done();
  });
}

/** Finds out who asks, unless the route is for everybody. */
function identify(app: FastifyInstance, db: Database, requiresIfMatch: boolean) {
  const authentication = createAuthentication(db);
  app.decorateRequest('context');
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (publicRoutes.test(url)) return;
    const { authorization } = request.headers;
    const isTrpc = url.startsWith('/trpc/');
    const session = authorization === undefined ? sessionFor(request, isTrpc) : undefined;
    const find = () => (session ? authentication.session(session) : authentication.bearer(authorization));
    const caller = await find();
    const identify = async () => {
      request.context.caller = await find();
    };
    const conditions = conditionsOf(request);
    request.context = { db, caller, identify, session, conditions, requiresIfMatch, answer: { headers: {} } };
    if (!(caller instanceof StoreError)) return;
    leave(reply);
    // tRPC's clients read errors in tRPC's own shape only, so its procedures refuse a stranger themselves.
    if (!isTrpc) throw caller;
  });
}

const sessionFor = (request: FastifyRequest, isTrpc: boolean) =>
  isTrpc ? sessionOf(request) : restSessionOf(request);

/** Node gives a header that was sent several times as one, its parts joined by commas. */
const conditionsOf = ({ headers }: FastifyRequest): Conditions => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
  idempotencyKey: headers['idempotency-key'] as string | undefined,
});

/** The id that the caller gave the request, if it is one (a UUID or a trace id, shorter than any secret), or a new one. */
const requestId = (sent: string | string[] | undefined) =>
  typeof sent === 'string' && /^[0-9a-f-]{8,36}$/i.test(sent) ? sent : randomUUID();
