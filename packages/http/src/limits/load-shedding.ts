import type { IncomingMessage, ServerResponse } from 'node:http';
import { StoreError } from '@plant-store/schema';
import { createPlaces, exportsMax, parkedMax } from './long-answers.ts';
import { clientMax, createSlots, type Exceeded, type Slot, type Slots, waitingMax } from './slots.ts';

export type Shed = {
  routes: 'token' | 'public';
  bound: 'whole' | 'caller' | 'network';
  of: 'requests' | 'bytes' | 'exports';
};

const fullMs = 5_000;

type Pool = {
  slots: Slots;
  exports: ReturnType<typeof createPlaces>;
  parking: ReturnType<typeof createPlaces>;
  report: (exceeded: Exceeded) => void;
};

const held = Symbol('held');
type Held = { pool: Pool; slot: Slot };
type Request = IncomingMessage & { [held]?: Held | undefined };

/**
 * Refuses requests with 503, so that memory stays bounded and no client can block others. Routes without a token
 * have their own limits, so that unknown clients cannot use the slots of callers.
 */
export function createLoadShedding(onShed: (shed: Shed, client?: string) => void) {
  const createPool = (routes: Shed['routes']): Pool => ({
    slots: createSlots(),
    exports: createPlaces(exportsMax),
    parking: createPlaces(parkedMax),
    report: ({ of, client }) => onShed({ routes, bound: client?.kind ?? 'whole', of }, client?.id),
  });
  const pools = { token: createPool('token'), public: createPool('public') };
  return {
    /** Takes a slot for a request, until its answer ends. @throws StoreError `unavailable` if there is none */
    admit(request: Request, response: ServerResponse, routes: Shed['routes'], network: string) {
      const pool = pools[routes];
      const slot: Slot = { request, response, bytes: 0 };
      const exceeded = pool.slots.acquire(slot, network);
      if (exceeded) {
        pool.report(exceeded);
        throw refusal(exceeded);
      }
      request[held] = { pool, slot };
      response.once('close', () => release(request));
    },
    /** Whether the server has been full for callers with a token for some time. Other requests cannot cause it. */
    isFull: () => Date.now() - (pools.token.slots.fullSince() ?? Number.POSITIVE_INFINITY) >= fullMs,
  };
}

/** What a request with a slot holds. A request without a slot is never refused. */
export const slots = {
  /** Counts it for its caller too, as soon as the caller is known. @throws StoreError `unavailable` */
  countForCaller: (request: IncomingMessage, { id, name }: { id: string; name: string }) =>
    hold(request, ({ pool, slot }) => pool.slots.assignCaller(slot, id, `"${name}"`)),

  /** Counts arrived bytes of its body. @throws StoreError `unavailable` beyond a limit; it then holds nothing */
  countBytes: (request: IncomingMessage, count: number) =>
    hold(request, ({ pool, slot }) => pool.slots.addBytes(slot, count)),

  /** Counts arrived bytes or, with a negative count, used bytes. Returns whether reading should pause. */
  bufferBytes(request: IncomingMessage, count: number): boolean {
    const { pool, slot } = (request as Request)[held] ?? {};
    return slot !== undefined && pool?.slots.addBytes(slot, count) !== undefined;
  },

  countExport: (request: IncomingMessage) =>
    hold(request, ({ pool, slot }) => {
      const exceeded = pool.exports.take(slot);
      return exceeded && { of: 'exports', ...exceeded };
    }),

  /** Exchanges its slot for a place of requests that wait for long. Returns whether there was one; else it keeps its slot. */
  park(request: IncomingMessage): boolean {
    const { pool, slot } = (request as Request)[held] ?? {};
    if (!slot || !pool || pool.parking.take(slot)) return false;
    slot.response.once('close', () => pool.parking.free(slot));
    release(request);
    return true;
  },

  release,
};

function hold(request: Request, add: (held: Held) => Exceeded | undefined) {
  const holding = request[held];
  const exceeded = holding && add(holding);
  if (!exceeded) return;
  holding.pool.report(exceeded);
  release(request);
  throw refusal(exceeded);
}

function release(request: Request) {
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
