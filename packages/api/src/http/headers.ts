import { randomUUID } from 'node:crypto';
import { hostHeaderProblem, mustCloseConnection } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export const headersFor = ({ id }: FastifyRequest) => ({ ...securityHeaders, 'x-request-id': id });

/** Checks each Host header and sets common headers. Once the server stops listening, an answer ends its connection. */
export function registerHeaders(app: FastifyInstance, isClosing: () => boolean) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request));
    const problem = hostHeaderProblem(request.raw);
    if (problem) throw new StoreError('badRequest', problem);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // With this header the client does not send its next request into a connection that is about to close.
    // While the server drains, it keeps connections: a proxy would open new ones for all requests, and those that arrive
    // while the server stops listening are lost.
    if (!app.server.listening || isClosing() || mustCloseConnection(request.raw))
      reply.header('connection', 'close');
    done();
  });
}

/** The percent-decoded part of a header; `undefined` for a malformed one. */
export function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The id that the caller gave the request, if it is a UUID or a trace id, shorter than any secret; else a new id. */
export function requestId({
  headers: { 'x-request-id': sent },
}: Pick<FastifyRequest['raw'], 'headers'>): string {
  return typeof sent === 'string' && /^[0-9a-f-]{8,36}$/i.test(sent) ? sent : randomUUID();
}
