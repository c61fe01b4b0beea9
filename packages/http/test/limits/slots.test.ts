import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSlots, type Slot, waitingMax } from '../../src/limits/slots.ts';

/** An incomplete request from its own network. */
function acquire(slots: ReturnType<typeof createSlots>, network: string): Slot {
  const request = { complete: false } as IncomingMessage;
  const slot: Slot = { request, response: {} as ServerResponse, bytes: 0 };
  expect(slots.acquire(slot, network)).toBeUndefined();
  return slot;
}

test('a server whose memory was full is no longer full once a tenth is free', () => {
  const slots = createSlots();
  const [last, ...others] = Array.from({ length: 11 }, (_, n) => acquire(slots, `192.0.2.${n}`));
  for (const slot of others) expect(slots.addBytes(slot, waitingMax.bytes)).toBeUndefined();
  expect(slots.addBytes(last as Slot, 100)).toEqual({ of: 'bytes' });
  expect(slots.fullSince()).toEqual(expect.any(Number));
  for (const slot of others) slots.addBytes(slot, -waitingMax.bytes / 2);
  expect(slots.fullSince()).toBeUndefined();
});

test('answers that the system has just accepted do not count as unread', async () => {
  expect(await acquireAfter(Buffer.from('ok'))).toBeUndefined();
});

test('a network with a tenth of the slots in unread answers gets no further slot', async () => {
  const refusal = { of: 'requests', client: expect.objectContaining({ id: '192.0.2.1' }) };
  expect(await acquireAfter(Buffer.alloc(16 * 1024 * 1024))).toEqual(refusal);
});

/** Ends a tenth of all answers with this body, and adds a request in the same turn of the event loop. */
async function acquireAfter(body: Buffer) {
  const slots = createSlots();
  const [next, ...responses] = await openRequests(1 + waitingMax.requests);
  const acquireFrom = (response: ServerResponse) =>
    slots.acquire({ request: response.req, response, bytes: 0 }, '192.0.2.1');
  for (const response of responses) expect(acquireFrom(response)).toBeUndefined();
  for (const response of responses) response.end(body);
  return acquireFrom(next as ServerResponse);
}

/** The responses of complete requests to a server. The clients do not read. */
async function openRequests(count: number): Promise<ServerResponse[]> {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => responses.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').pause());
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => responses.length).toBe(count);
  return responses;
}
