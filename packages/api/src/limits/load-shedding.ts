import type { IncomingMessage } from 'node:http';
import { StoreError } from '@plant-store/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../http/request.ts';
import { createExportPlaces, exportsMax } from './export-places.ts';
import { createShedLog, type Shed } from './shed-log.ts';
import { clientMax, createSlots, type Exceeded, type Slot, type Slots, waitingMax } from './slots.ts';

/** The time for which the server must be full before `/readyz` fails, in milliseconds. */
const fullMs = 5_000;

/** Routes about the state of the server. They always get an answer: operators need them most under overload. */
export const aboutServer = new Set(['/healthz', '/readyz', '/metrics']);

/** The requests that share the same bounds. */
type Pool = {
  routes: Shed['routes'];
  slots: Slots;
  exports: ReturnType<typeof createExportPlaces>;
  report: (exceeded: Exceeded) => void;
};

const held = Symbol('held');
type Held = { pool: Pool; slot: Slot };
type Request = IncomingMessage & { [held]?: Held | undefined };

type Options = {
  /** Called for each refused request. */
  onShed: (shed: Shed) => void;
};

/**
 * Refuses requests with 503 while too many are in progress, or too much of their bodies is in memory: in total, from
 * one network, or from one caller. So memory stays bounded, and no client can block others. Routes without a token have
 * their own limits, so that unknown clients cannot use the slots of callers.
 */
export function registerLoadShedding(app: FastifyInstance, { onShed }: Options) {
  const log = createShedLog(app.log);
  const createPool = (routes: Shed['routes']): Pool => ({
    routes,
    slots: createSlots(),
    exports: createExportPlaces(),
    report({ of, client }) {
      const shed: Shed = { routes, bound: client?.kind ?? 'whole', of };
      onShed(shed);
      log(shed, client?.id);
    },
  });
  const pools = { token: createPool('token'), public: createPool('public') };
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', config } = request.routeOptions;
    if (aboutServer.has(url)) return done();
    const pool = config.isPublic ? pools.public : pools.token;
    const slot: Slot = { request: request.raw, response: reply.raw, bytes: 0 };
    const exceeded = pool.slots.acquire(slot, networkOf(request));
    if (exceeded) {
      pool.report(exceeded);
      throw refusal(exceeded);
    }
    (request.raw as Request)[held] = { pool, slot };
    // Fastify has no hook for a client that disconnects early.
    reply.raw.once('close', () => releaseSlot(request.raw));
    done();
  });
  return {
    /** Whether the server has been full for callers with a token for some time. Other requests cannot cause it. */
    isFull: () => Date.now() - (pools.token.slots.fullSince() ?? Number.POSITIVE_INFINITY) >= fullMs,
  };
}

/**
 * Counts a request for its caller too, now that the caller is known. @throws StoreError `unavailable` if the caller
 * has too many requests in progress
 */
export const countForCaller = ({ id, name }: { id: string; name: string }, { raw }: FastifyRequest) =>
  hold(raw, ({ pool, slot }) => pool.slots.assignCaller(slot, id, `"${name}"`));

/** Counts arrived bytes of a body. @throws StoreError `unavailable` beyond a limit; the request then holds nothing */
export const countBodyBytes = (request: IncomingMessage, count: number) =>
  hold(request, ({ pool, slot }) => pool.slots.addBytes(slot, count));

/** Counts the request as an export of a whole list, until it has its answer. @throws StoreError `unavailable` */
export const countExport = (request: IncomingMessage) =>
  hold(request, ({ pool, slot }) => pool.exports.take(slot));

function hold(request: Request, add: (held: Held) => Exceeded | undefined) {
  const holding = request[held];
  const exceeded = holding && add(holding);
  if (!exceeded) return;
  holding.pool.report(exceeded);
  releaseSlot(request);
  throw refusal(exceeded);
}

/** Counts arrived bytes or, with a negative count, used bytes. Returns whether reading should pause. */
export function bufferBytes(request: IncomingMessage, count: number): boolean {
  const { pool, slot } = (request as Request)[held] ?? {};
  return slot !== undefined && pool?.slots.addBytes(slot, count) !== undefined;
}

/** Frees the slot of a request that is no longer read. */
export function releaseSlot(request: Request) {
  const holding = request[held];
  request[held] = undefined;
  holding?.pool.slots.release(holding.slot);
  holding?.pool.exports.free(holding.slot);
}

function refusal({ of, client }: Exceeded): StoreError {
  if (of === 'exports') return tooManyExports(client);
  const what = of === 'requests' ? 'too many requests' : 'too many bytes of request bodies';
  const amount = (bound: typeof waitingMax) =>
    of === 'requests' ? bound.requests : `${Math.floor(bound.bytes / 1024)} KiB`;
  const whose = client ? ` from ${client.name}` : '';
  const bounds = client
    ? `one ${client.kind} may have ${amount(waitingMax)} incomplete or unread, and ${amount(clientMax)} in total; `
    : '';
  return new StoreError(
    'unavailable',
    `${what}${whose} are in progress; ${bounds}this request was not processed, try again in a second`,
    { headers: { 'Retry-After': '1' } },
  );
}

const tooManyExports = (client: Exceeded['client']) =>
  new StoreError(
    'unavailable',
    client
      ? `${exportsMax.caller} files are being sent to ${client.name}, the maximum for one caller; read one to its end or cancel it, then try again`
      : `${exportsMax.whole} files are being sent, the maximum for all callers together; try again in a few seconds`,
    { headers: { 'Retry-After': '5' } },
  );
