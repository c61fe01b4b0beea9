import type { IncomingMessage } from 'node:http';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { createShedLog, type Shed } from './shed-log.ts';
import { createPlaces, type Exceeded, nineTenths, type Place, type Places, tenth } from './slots.ts';

/** How long the server must be full before `/readyz` fails. */
const fullMs = 5_000;

/** Routes about the state of the server. They are always answered: operators need them most under overload. */
export const aboutServer = new Set(['/healthz', '/readyz', '/metrics']);

/** The requests that share the same bounds. */
type Room = { routes: Shed['routes']; places: Places; tell: (exceeded: Exceeded) => void };

const held = Symbol('held');
type Held = { room: Room; place: Place };
type Request = IncomingMessage & { [held]?: Held | undefined };

type Options = {
  /** Whether a route needs no token. */
  isPublic: (route: string) => boolean;
  /** Called for each refused request. */
  onShed: (shed: Shed) => void;
};

/**
 * Refuses requests with 503 while too many are in progress, or too much of their bodies is in memory: in total, from
 * one network, or from one caller. So memory stays bounded, and no client can keep others out. Routes that need no
 * token have bounds of their own: strangers cannot take the places of callers.
 */
export function shedOverload(app: FastifyInstance, { isPublic, onShed }: Options) {
  const log = createShedLog(app.log);
  const createRoom = (routes: Shed['routes']): Room => ({
    routes,
    places: createPlaces(),
    tell({ of, holder }) {
      const shed: Shed = { routes, bound: holder?.kind ?? 'whole', of };
      onShed(shed);
      log(shed, holder?.id);
    },
  });
  const rooms = { token: createRoom('token'), public: createRoom('public') };
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    if (aboutServer.has(url)) return done();
    const room = isPublic(url) ? rooms.public : rooms.token;
    const place: Place = { request: request.raw, response: reply.raw, bytes: 0 };
    const exceeded = room.places.enter(place, networkOf(request));
    if (exceeded) {
      room.tell(exceeded);
      throw refusal(exceeded);
    }
    (request.raw as Request)[held] = { room, place };
    // Fastify has no hook for a client that disconnects before the answer.
    reply.raw.once('close', () => leave(request.raw));
    done();
  });
  return {
    /** Whether callers with a token have met a full server for some time. Requests without a token cannot cause it. */
    isFull: () => Date.now() - (rooms.token.places.fullSince() ?? Number.POSITIVE_INFINITY) >= fullMs,
  };
}

/**
 * Counts a request for its caller too, now that the caller is known. @throws StoreError `unavailable` if the caller
 * has too many requests in progress
 */
export const holdAs = ({ id, name }: { id: string; name: string }, { raw }: FastifyRequest) =>
  hold(raw, ({ room, place }) => room.places.identify(place, id, `"${name}"`));

/**
 * Counts bytes of a body that arrived. @throws StoreError `unavailable` if they exceed a limit; the request then holds
 * nothing
 */
export const holdBytes = (request: IncomingMessage, count: number) =>
  hold(request, ({ room, place }) => room.places.addBytes(place, count));

function hold(request: Request, add: (held: Held) => Exceeded | undefined) {
  const holding = request[held];
  const exceeded = holding && add(holding);
  if (!exceeded) return;
  holding.room.tell(exceeded);
  leave(request);
  throw refusal(exceeded);
}

/** Counts bytes that arrived or, with a negative count, were used. Returns whether reading should pause. */
export function countBytes(request: IncomingMessage, count: number): boolean {
  const { room, place } = (request as Request)[held] ?? {};
  return place !== undefined && room?.places.addBytes(place, count) !== undefined;
}

/** Frees the place of a request that is no longer read. */
export function leave(request: Request) {
  const holding = request[held];
  request[held] = undefined;
  holding?.room.places.leave(holding.place);
}

function refusal({ of, holder }: Exceeded): StoreError {
  const what = of === 'requests' ? 'too many requests' : 'too many bytes of request bodies';
  const amount = (bound: typeof tenth) =>
    of === 'requests' ? bound.requests : `${Math.floor(bound.bytes / 1024)} KiB`;
  const whose = holder ? ` from ${holder.name}` : '';
  const bounds = holder
    ? `one ${holder.kind} may have ${amount(tenth)} that are not sent or not read to their end, and ${amount(nineTenths)} in all; `
    : '';
  return new StoreError(
    'unavailable',
    `${what}${whose} are under way; ${bounds}nothing was done with this one, try again in a second`,
    { headers: { 'Retry-After': '1' } },
  );
}
