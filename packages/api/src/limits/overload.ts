import type { ServerResponse } from 'node:http';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyLimitBytes } from '../body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest body that the route takes, where that is not the usual one. */
    bodyLimitBytes?: number;
  }
}

/** How many requests may be under way at once: read, or waiting for their answer. */
const requestsMax = 1_000;
/** How large their bodies may be together. */
const bytesMax = 32 * 1024 * 1024;

/** Routes that tell how the server is, which is asked most when it has too much to do. */
export const aboutServer = new Set(['/healthz', '/readyz', '/metrics']);

type Room = { requests: number; bytes: number };
const place = Symbol('place');
type Answer = ServerResponse & { [place]?: { room: Room; bytes: number } | undefined };

type Options = {
  /** Whether a route is for everybody. */
  isPublic: (route: string) => boolean;
  /** Is called for each request that is refused. */
  onShed: () => void;
};

/**
 * Refuses what comes while the server has all it can hold under way, before anything of it is looked at: those under
 * way are answered in time then, and memory stays bounded. It is over as soon as some of them are. What the store is
 * still asked for by clients that have left is not among them: its own queue bounds that.
 *
 * What anybody may ask for has a room of its own, and a stranger is to give the place back by `leave`: nobody without
 * a token can take the places of those who have one, by sending a body slowly or not reading an answer.
 */
export function shedOverload(app: FastifyInstance, { isPublic, onShed }: Options) {
  const everybody: Room = { requests: 0, bytes: 0 };
  const callers: Room = { requests: 0, bytes: 0 };
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    if (aboutServer.has(url)) return done();
    const room = isPublic(url) ? everybody : callers;
    const bytes = bodyBytes(request);
    if (room.requests >= requestsMax || room.bytes + bytes > bytesMax) {
      onShed();
      throw tooMany();
    }
    room.requests++;
    room.bytes += bytes;
    (reply.raw as Answer)[place] = { room, bytes };
    // Also when the client leaves first, which no hook of Fastify's tells.
    reply.raw.once('close', () => leave(reply));
    done();
  });
}

/** Gives back the place of a request of which nothing more is read. */
export function leave(reply: Pick<FastifyReply, 'raw'>) {
  const answer = reply.raw as Answer;
  if (!answer[place]) return;
  const { room, bytes } = answer[place];
  answer[place] = undefined;
  room.requests--;
  room.bytes -= bytes;
}

/** What a body takes at most; one that is declared to be larger is not read. */
function bodyBytes({ headers, routeOptions: { config } }: FastifyRequest): number {
  const limitBytes = config.bodyLimitBytes ?? bodyLimitBytes;
  if (headers['transfer-encoding'] !== undefined) return limitBytes;
  return Math.min(Number(headers['content-length'] ?? 0), limitBytes);
}

const tooMany = () =>
  new StoreError(
    'unavailable',
    'too many requests are under way; nothing was done with this one, try again in a second',
    { headers: { 'Retry-After': '1' } },
  );
