import type { IncomingMessage, ServerResponse } from 'node:http';

/** The limits of all requests in progress together. */
const whole = { requests: 1_000, bytes: 32 * 1024 * 1024 };
/** The limits of one caller or network, for requests whose client makes the server wait. */
export const tenth = { requests: whole.requests / 10, bytes: Math.floor(whole.bytes / 10) };
/** The last tenth is reserved for callers and networks that hold less than a tenth. */
export const nineTenths = { requests: whole.requests - tenth.requests, bytes: whole.bytes - tenth.bytes };

/** A caller or a network, and the use of its requests. */
export type Holder = {
  kind: 'caller' | 'network';
  id: string;
  /** The name in messages. */
  name: string;
  requests: number;
  bytes: number;
  /** How many more requests are accepted before its waiting requests are counted again. */
  spare: number;
};

/** The use of one request in progress. */
export type Place = {
  request: IncomingMessage;
  response: ServerResponse;
  network?: Holder | undefined;
  caller?: Holder | undefined;
  bytes: number;
  /** The index among all places. */
  index?: number;
};

/** The limit that a request would exceed: the limit of a holder, or of the whole. */
export type Exceeded = { of: 'requests' | 'bytes'; holder?: Holder };

/**
 * Counts the requests in progress and the bytes of their bodies, for all clients together and for each caller and
 * network. docs/decisions/0022-overload.md gives the reasons for the limits.
 */
export function createPlaces() {
  // Not a Set: each time V8 rebuilds the table of a Set, the old table keeps its requests alive, and the tables keep
  // each other alive. At 14,000 requests a second that took 100 MB.
  const places: Place[] = [];
  const holders = { network: new Map<string, Holder>(), caller: new Map<string, Holder>() };
  let bytes = 0;
  let fullSince: number | undefined;

  const find = (kind: Holder['kind'], id: string, name: string): Holder =>
    holders[kind].get(id) ?? { kind, id, name, requests: 0, bytes: 0, spare: 0 };

  const addTo = (holder: Holder, place: Place) => {
    if (holder.requests++ === 0) holders[holder.kind].set(holder.id, holder);
    place[holder.kind] = holder;
  };

  const removeFrom = (holder: Holder | undefined, heldBytes: number) => {
    if (!holder) return;
    holder.bytes -= heldBytes;
    if (--holder.requests === 0) holders[holder.kind].delete(holder.id);
  };

  const noteSpace = () => {
    if (places.length < nineTenths.requests && bytes < nineTenths.bytes) fullSince = undefined;
  };

  /** The places of a holder whose clients make the server wait. */
  const waiting = (holder: Holder) => places.filter((one) => one[holder.kind] === holder && isWaiting(one));

  /** `total` includes the request in question; `holder.requests` does not. */
  const hasTooManyRequests = (holder: Holder, total: number): boolean => {
    if (holder.requests < tenth.requests) {
      holder.spare = 0;
      return false;
    }
    if (total > nineTenths.requests) return true;
    // Counting is slow, and each accepted request adds one at most.
    if (holder.spare === 0) holder.spare = Math.max(0, tenth.requests - waiting(holder).length);
    if (holder.spare === 0) return true;
    holder.spare--;
    return false;
  };

  /** The bytes of the request in question are counted already. */
  const hasTooManyBytes = (holder: Holder): boolean => {
    if (holder.bytes <= tenth.bytes) return false;
    if (bytes > nineTenths.bytes) return true;
    return waiting(holder).reduce((sum, place) => sum + place.bytes, 0) > tenth.bytes;
  };

  return {
    /** Adds a request from a network, unless it would exceed a limit. */
    enter(place: Place, network: string): Exceeded | undefined {
      const holder = find('network', network, network);
      if (hasTooManyRequests(holder, places.length + 1)) return { of: 'requests', holder };
      if (places.length >= whole.requests) return { of: 'requests' };
      place.index = places.push(place) - 1;
      addTo(holder, place);
      if (places.length >= whole.requests) fullSince ??= Date.now();
      return undefined;
    },

    /** Adds a request to its caller, unless the caller has too many already. */
    identify(place: Place, id: string, name: string): Exceeded | undefined {
      const holder = find('caller', id, name);
      if (hasTooManyRequests(holder, places.length)) return { of: 'requests', holder };
      addTo(holder, place);
      return undefined;
    },

    /**
     * Counts bytes that arrived for a request, even if they exceed a limit. A negative count means bytes that were
     * used.
     */
    addBytes(place: Place, count: number): Exceeded | undefined {
      bytes += count;
      place.bytes += count;
      if (count < 0) noteSpace();
      for (const holder of [place.network, place.caller]) if (holder) holder.bytes += count;
      for (const holder of [place.network, place.caller])
        if (holder && hasTooManyBytes(holder)) return { of: 'bytes', holder };
      if (bytes <= whole.bytes) return undefined;
      fullSince ??= Date.now();
      return { of: 'bytes' };
    },

    /** Frees the place of a request. */
    leave(place: Place) {
      const last = places.pop();
      if (last && last !== place) {
        places[place.index ?? 0] = last;
        last.index = place.index;
      }
      bytes -= place.bytes;
      removeFrom(place.network, place.bytes);
      removeFrom(place.caller, place.bytes);
      noteSpace();
    },

    /**
     * The start of the time in which the server has been full, in milliseconds since 1970. It ends when a tenth is
     * free again.
     */
    fullSince: () => fullSince,
  };
}

export type Places = ReturnType<typeof createPlaces>;

/** Whether the client has not yet sent its whole request, or not yet read an answer. */
const isWaiting = ({ request, response }: Place): boolean =>
  !request.complete ||
  response.writableNeedDrain ||
  // An earlier answer on the same connection is not sent completely.
  response.socket === null ||
  // Node finishes an answer only after this turn of the event loop, even if the system has accepted all of its bytes.
  (response.writableEnded && response.writableLength > 0);
