import type { IncomingMessage } from 'node:http';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance } from 'fastify';
import { bodyLimitBytes } from './body.ts';

/** How many requests may be under way at once: read, or waiting for their answer. */
const requestsMax = 1_000;
/** How large their bodies may be together. */
const bytesMax = 32 * 1024 * 1024;

/** Routes that tell how the server is, which is asked most when it has too much to do. */
const neverShed = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses what comes while the server has all it can hold under way, before anything of it is looked at: those under
 * way are answered in time then, and memory stays bounded. It is over as soon as some of them are.
 * @param onShed is called for each request that is refused.
 */
export function shedOverload(app: FastifyInstance, onShed: () => void) {
  let requests = 0;
  let bytes = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (neverShed.has(request.routeOptions.url ?? '')) return done();
    const size = bodyBytes(request.raw);
    if (requests >= requestsMax || bytes + size > bytesMax) {
      onShed();
      throw overloaded();
    }
    requests++;
    bytes += size;
    // Also when the client leaves first, which no hook of Fastify's tells.
    reply.raw.once('close', () => {
      requests--;
      bytes -= size;
    });
    done();
  });
}

/** What a body takes at most; one that is declared to be larger is not read. */
function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimitBytes;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimitBytes);
}

const overloaded = () =>
  new StoreError(
    'unavailable',
    'the server has too much to do; nothing was done with this request, try again in a second',
    { headers: { 'Retry-After': '1' } },
  );
