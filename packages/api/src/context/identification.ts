import type { Database } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAuthentication } from '../auth/authentication.ts';
import { createRefusals } from '../auth/refusals.ts';
import type { PasswordHashing } from '../auth/sessions/better-auth.ts';
import { browserOf } from '../auth/sessions/browser-cookie.ts';
import { sessionOf } from '../auth/sessions/session-cookie.ts';
import { createAuth } from '../auth/sign-in.ts';
import { createTokenUse } from '../auth/token-use.ts';
import { networkOf } from '../http/network.ts';
import { prefixOf } from '../http/prefix.ts';
import { holdAs, leave } from '../limits/load-shedding.ts';
import type { Limits } from '../limits/rate-limits.ts';
import { createRequestLimits } from '../limits/request-rate.ts';
import type { Conditions, Context } from './context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    context: Context;
  }
}

/** Whether a route needs no token. */
export const isPublic = (route: string): boolean =>
  /^\/(healthz|readyz|openapi\.json|docs(\/.*)?)$/.test(route);

type Identification = {
  requiresIfMatch: boolean;
  /** Whether a route calls a public procedure, which needs no caller. */
  isOpenRoute: (route: string) => boolean;
  limits: Limits;
  hashing?: PasswordHashing | undefined;
};

/** Identifies the caller, unless the route is public, and applies the rate limits. */
export function identify(
  app: FastifyInstance,
  db: Database,
  { requiresIfMatch, isOpenRoute, limits, hashing }: Identification,
) {
  const refusals = createRefusals(db, app.log);
  const auth = createAuth(db, limits.signIns, refusals, hashing);
  const authentication = createAuthentication(db, auth, limits.badTokens);
  const { admit, countPublic } = createRequestLimits(limits);
  const noteUse = createTokenUse(db);
  app.decorateRequest('context');
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (isPublic(url)) return countPublic(request, reply, url);
    const { authorization } = request.headers;
    const isTrpc = url.startsWith('/trpc/');
    const session = authorization === undefined ? sessionOf(request) : undefined;
    const network = networkOf(request);
    const find = () =>
      session ? authentication.session(session, network) : authentication.bearer(authorization, network);
    const caller = await admit(request, reply, url, find);
    const identify = async () => {
      request.context.caller = await find();
    };
    request.context = {
      db,
      auth,
      caller,
      identify,
      session,
      browser: () => browserOf(request),
      origin: () => originOf(request),
      place: () => ({ ...originOf(request), network, agent: request.headers['user-agent'] }),
      noteRefusal(error, asked = `${request.method} ${url}`) {
        refusals.note(error, { asked, caller: request.context.caller, network, origin: originOf(request) });
      },
      prefix: prefixOf(request),
      conditions: conditionsOf(request),
      requiresIfMatch,
      answer: { headers: {} },
    };
    if (!(caller instanceof StoreError)) {
      holdAs(caller, request);
      return noteUse(caller, request, reply);
    }
    if (isOpenRoute(url)) return;
    leave(request.raw);
    // tRPC's clients read errors only in tRPC's own shape, so the procedures themselves refuse an unknown caller.
    if (!isTrpc) throw caller;
    reply.headers(caller.headers);
  });
}

const originOf = ({ id, ip }: FastifyRequest) => ({ requestId: id, address: ip });

/** Node joins a repeated header with commas. */
const conditionsOf = ({ headers }: FastifyRequest): Conditions => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
  idempotencyKey: headers['idempotency-key'] as string | undefined,
});
