import type { IncomingMessage, ServerResponse } from 'node:http';

const totalMax = { requests: 1_000, bytes: 32 * 1024 * 1024 };
/** The limits of one caller or network, for requests that wait for their client. */
export const waitingMax = { requests: totalMax.requests / 10, bytes: Math.floor(totalMax.bytes / 10) };
/** The limits of one client. The last tenth is reserved for clients that use less than a tenth. */
export const clientMax = {
  requests: totalMax.requests - waitingMax.requests,
  bytes: totalMax.bytes - waitingMax.bytes,
};

export type Client = {
  kind: 'caller' | 'network';
  id: string;
  name: string;
  requests: number;
  bytes: number;
  /** The number of requests to accept before the client's waiting requests are counted again. */
  spare: number;
};

export type Slot = {
  request: IncomingMessage;
  response: ServerResponse;
  network?: Client | undefined;
  caller?: Client | undefined;
  bytes: number;
  index?: number;
};

export type Exceeded = { of: 'requests' | 'bytes' | 'exports'; client?: Client };

/** Counts requests and bytes of bodies, in total and by client. docs/decisions/0022-overload.md gives the reasons. */
export function createSlots() {
  // Not a Set: V8 keeps old tables of a Set, with their requests. At 14,000 requests a second that was 100 MB.
  const slots: Slot[] = [];
  const clients = { network: new Map<string, Client>(), caller: new Map<string, Client>() };
  let bytes = 0;
  let fullSince: number | undefined;

  const find = (kind: Client['kind'], id: string, name: string): Client =>
    clients[kind].get(id) ?? { kind, id, name, requests: 0, bytes: 0, spare: 0 };

  const addTo = (client: Client, slot: Slot) => {
    if (client.requests++ === 0) clients[client.kind].set(client.id, client);
    slot[client.kind] = client;
  };

  const removeFrom = (client: Client | undefined, heldBytes: number) => {
    if (!client) return;
    client.bytes -= heldBytes;
    if (--client.requests === 0) clients[client.kind].delete(client.id);
  };

  const noteSpace = () => {
    if (slots.length < clientMax.requests && bytes < clientMax.bytes) fullSince = undefined;
  };

  const waiting = (client: Client) => slots.filter((one) => one[client.kind] === client && isWaiting(one));

  /** `total` includes the new request; `client.requests` does not. */
  const hasTooManyRequests = (client: Client, total: number): boolean => {
    if (client.requests < waitingMax.requests) {
      client.spare = 0;
      return false;
    }
    if (total > clientMax.requests) return true;
    // Counting is slow. Each accepted request adds at most one waiting request.
    if (client.spare === 0) client.spare = Math.max(0, waitingMax.requests - waiting(client).length);
    if (client.spare === 0) return true;
    client.spare--;
    return false;
  };

  /** `bytes` and `client.bytes` include the new request. */
  const hasTooManyBytes = (client: Client): boolean => {
    if (client.bytes <= waitingMax.bytes) return false;
    if (bytes > clientMax.bytes) return true;
    return waiting(client).reduce((sum, slot) => sum + slot.bytes, 0) > waitingMax.bytes;
  };

  return {
    acquire(slot: Slot, network: string): Exceeded | undefined {
      const client = find('network', network, network);
      if (hasTooManyRequests(client, slots.length + 1)) return { of: 'requests', client };
      if (slots.length >= totalMax.requests) return { of: 'requests' };
      slot.index = slots.push(slot) - 1;
      addTo(client, slot);
      if (slots.length >= totalMax.requests) fullSince ??= Date.now();
      return undefined;
    },

    assignCaller(slot: Slot, id: string, name: string): Exceeded | undefined {
      const client = find('caller', id, name);
      if (hasTooManyRequests(client, slots.length)) return { of: 'requests', client };
      addTo(client, slot);
      return undefined;
    },

    /** Counts arrived bytes of a request, even if they exceed a limit. A negative count means used bytes. */
    addBytes(slot: Slot, count: number): Exceeded | undefined {
      bytes += count;
      slot.bytes += count;
      if (count < 0) noteSpace();
      for (const client of [slot.network, slot.caller]) if (client) client.bytes += count;
      for (const client of [slot.network, slot.caller])
        if (client && hasTooManyBytes(client)) return { of: 'bytes', client };
      if (bytes <= totalMax.bytes) return undefined;
      fullSince ??= Date.now();
      return { of: 'bytes' };
    },

    release(slot: Slot) {
      const last = slots.pop();
      if (last && last !== slot) {
        slots[slot.index ?? 0] = last;
        last.index = slot.index;
      }
      bytes -= slot.bytes;
      removeFrom(slot.network, slot.bytes);
      removeFrom(slot.caller, slot.bytes);
      noteSpace();
    },

    /** The time since which the server has been full, in milliseconds since 1970, until a tenth is free again. */
    fullSince: () => fullSince,
  };
}

export type Slots = ReturnType<typeof createSlots>;

const isWaiting = ({ request, response }: Slot): boolean =>
  !request.complete ||
  response.writableNeedDrain ||
  // An earlier answer on the same connection is not completely sent.
  response.socket === null ||
  // Node finishes an answer only after this turn of the event loop, even if the system has accepted all of its bytes.
  (response.writableEnded && response.writableLength > 0);
