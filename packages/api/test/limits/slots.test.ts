import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPlaces, type Place, tenth } from '../../src/limits/slots.ts';

/** An incomplete request from a network of its own. */
function enter(places: ReturnType<typeof createPlaces>, network: string): Place {
  const request = { complete: false } as IncomingMessage;
  const place: Place = { request, response: {} as ServerResponse, bytes: 0 };
  expect(places.enter(place, network)).toBeUndefined();
  return place;
}

test('a server full of bytes is no longer full once a tenth of them was used', () => {
  const places = createPlaces();
  const [last, ...others] = Array.from({ length: 11 }, (_, n) => enter(places, `192.0.2.${n}`));
  for (const place of others) expect(places.addBytes(place, tenth.bytes)).toBeUndefined();
  expect(places.addBytes(last as Place, 100)).toEqual({ of: 'bytes' });
  expect(places.fullSince()).toEqual(expect.any(Number));
  for (const place of others) places.addBytes(place, -tenth.bytes / 2);
  expect(places.fullSince()).toBeUndefined();
});

test('answers that the system accepted in this turn of the event loop do not count as unread', async () => {
  expect(await enterAfter(Buffer.from('ok'))).toBeUndefined();
});

test('a network with a tenth of the places in unread answers gets no further place', async () => {
  const refusal = { of: 'requests', holder: expect.objectContaining({ id: '192.0.2.1' }) };
  expect(await enterAfter(Buffer.alloc(16 * 1024 * 1024))).toEqual(refusal);
});

/** Ends a tenth of all answers with this body, and enters one more request within the same turn of the event loop. */
async function enterAfter(body: Buffer) {
  const places = createPlaces();
  const [next, ...responses] = await openRequests(1 + tenth.requests);
  const enterFrom = (response: ServerResponse) =>
    places.enter({ request: response.req, response, bytes: 0 }, '192.0.2.1');
  for (const response of responses) expect(enterFrom(response)).toBeUndefined();
  for (const response of responses) response.end(body);
  return enterFrom(next as ServerResponse);
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
