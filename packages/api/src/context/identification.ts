import type { Database } from '@plant-store/db';
import { slots } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAuthentication } from '../auth/authentication.ts';
import { createRefusalLog } from '../auth/refusals.ts';
import type { PasswordHashing } from '../auth/sessions/better-auth.ts';
import { passkeyBrowser } from '../auth/sessions/browser-cookie.ts';
import { sessionOf } from '../auth/sessions/session-cookie.ts';
import { createAuth } from '../auth/sign-in.ts';
import { trackTokenUse } from '../auth/token-use.ts';
import type { Waiters } from '../events/waiters.ts';
import { clientNetworkOf, prefixOf } from '../http/request.ts';
import type { RateLimits } from '../limits/rate-limit-settings.ts';
import { callsIn, createRequestRateLimits } from '../limits/request-rate-limits.ts';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    context: Context;
  }
}

type Identification = {
  requiresIfMatch: boolean;
  limits: RateLimits;
  waiters: Waiters;
  firstTokenFile: Context['firstTokenFile'];
  hashing?: PasswordHashing | undefined;
  receiverFault: Context['receiverFault'];
};

/** Identifies the caller, unless the route is public, and applies the rate limits. */
export function identify(
  app: FastifyInstance,
  db: Database,
  { requiresIfMatch, limits, waiters, firstTokenFile, hashing, receiverFault }: Identification,
) {
  const refusals = createRefusalLog(db, app.log);
  const auth = createAuth(db, limits.signIns, refusals, hashing);
  const authentication = createAuthentication(db, auth, limits.badTokens);
  const { admit, countPublic } = createRequestRateLimits(limits);
  const noteUse = trackTokenUse(db);
  app.decorateRequest('context');
  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    const isTrpc = url.startsWith('/trpc/');
    if (config.isPublic && !isTrpc) return countPublic(request, reply, url);
    const { authorization } = request.headers;
    const session = authorization === undefined ? sessionOf(request) : undefined;
    const network = clientNetworkOf(request);
    const find = () =>
      session ? authentication.session(session, network) : authentication.bearer(authorization, network);
    const caller = await admit(request, reply, url, find);
    const identify = async () => {
      request.context.caller = await find();
      return request.context.caller;
    };
    request.context = {
      db,
      auth,
      caller,
      identify,
      forgetCallers: authentication.forget,
      nextEvents: callsIn(request) > 1 ? undefined : (...waited) => waiters.nextPage(reply.raw, ...waited),
      session,
      browser: () => passkeyBrowser(request),
      source: () => sourceOf(request),
      signInSource: () => ({ ...sourceOf(request), network, agent: request.headers['user-agent'] }),
      logRefusal(error, target = `${request.method} ${url}`) {
        refusals.add(error, { target, caller: request.context.caller, network, source: sourceOf(request) });
      },
      prefix: prefixOf(request),
      preconditions: { ifMatch: request.headers['if-match'], ifNoneMatch: request.headers['if-none-match'] },
      // Node joins a repeated header with commas.
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      requiresIfMatch,
      firstTokenFile,
      receiverFault,
      response: { headers: {} },
    };
    if (!(caller instanceof StoreError)) {
      slots.countForCaller(request.raw, caller);
      return noteUse(caller, request, reply);
    }
    if (config.isPublic) return;
    slots.release(request.raw);
    // Clients of tRPC read errors only in its own shape, so the procedures refuse an unknown caller.
    if (!isTrpc) throw caller;
    reply.headers(caller.headers);
  });
}

const sourceOf = ({ id, ip }: FastifyRequest) => ({ requestId: id, address: ip });
