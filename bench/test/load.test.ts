import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readAnswer } from '../src/connection.ts';
import { load } from '../src/load.ts';
import type { Operation } from '../src/operations.ts';
import { plantOf } from '../src/plants.ts';
import { assertKept } from '../src/rounds.ts';
import { servers } from '../src/servers.ts';
import { temporaryStore } from './temporary.ts';

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function loadOn(operation: Operation, ...listeners: RequestListener[]) {
  const ports = await Promise.all(listeners.map(listen));
  const target = { port: ports[0] ?? 0, ports, base: '', token: 'a-token', plantCount: 10 };
  return load({ target, operation, connections: 2, seconds: 0.05, pid: process.pid, firstId: 11 });
}

test('an answer other than 200 ends the measurement with an error', async () => {
  const failing = loadOn('get', ({ url }, response) => {
    const plant = plantOf(Number(url?.slice('/plants/'.length)));
    response.writeHead(503).end(JSON.stringify(plant));
  });
  await expect(failing).rejects.toThrow('a wrong answer, 503');
});

test.each(['get', 'list', 'post'] as const)(
  'an answer 200 to %s with a wrong plant ends the measurement with an error',
  async (operation) => {
    const wrong = JSON.stringify(operation === 'list' ? [{ id: 1, name: 'Rose' }] : { id: 1, name: 'Rose' });
    await expect(loadOn(operation, (_request, response) => response.end(wrong))).rejects.toThrow(
      'a wrong answer, 200',
    );
  },
);

test('a broken connection ends the measurement with an error', async () => {
  await expect(loadOn('get', ({ socket }) => socket.destroy())).rejects.toThrow(/closed|ECONNRESET/);
});

test('a server that never answers ends the measurement 10 s after its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  let outcome: unknown = 'none yet';
  const ended = loadOn('get', () => asked.resolve()).then(
    () => (outcome = 'a result'),
    (cause) => (outcome = cause),
  );
  await asked.promise;
  vi.advanceTimersByTime(10_049);
  await new Promise(setImmediate);
  expect(outcome).toBe('none yet');
  vi.advanceTimersByTime(1);
  await ended;
  expect(outcome).toMatchObject({
    message: expect.stringMatching(/^the server hangs: 10 s after .* answers were/),
  });
});

test('every plant has its own id, and every answer is counted', async () => {
  const ids: number[] = [];
  const { requests, nextId } = await loadOn('post', async (request, response) => {
    const { id, ...plant } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    ids.push(id);
    response.end(JSON.stringify(plant));
  });
  expect(new Set(ids).size).toBe(ids.length);
  expect([requests, nextId]).toEqual([ids.length, 11 + ids.length]);
});

test('the connections are spread over all processes', async () => {
  const counts = [0, 0];
  const answering = counts.map(
    (_, process): RequestListener =>
      ({ url }, response) => {
        counts[process] = (counts[process] ?? 0) + 1;
        response.end(JSON.stringify(plantOf(Number(url?.slice('/plants/'.length)))));
      },
  );
  const { requests } = await loadOn('get', ...answering);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, one) => sum + one)).toBe(requests);
});

test('an answer counts once all of it has arrived, with a length or in chunks', () => {
  const told = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nAloë';
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nAlo\r\n2\r\në\r\n0\r\n\r\n';
  for (const whole of [told, chunked].map((text) => Buffer.from(text))) {
    for (let length = 0; length < whole.length; length++)
      expect(readAnswer(whole.subarray(0, length))).toBeUndefined();
    expect([readAnswer(whole)?.status, readAnswer(whole)?.body()]).toEqual([200, 'Aloë']);
  }
});

test('an acknowledged plant that is missing in the file is reported', async () => {
  const file = await temporaryStore(10);
  expect(() => assertKept(servers.a, file, 10)).not.toThrow();
  expect(() => assertKept(servers.a, file, 11)).toThrow(
    'has 10 plants in its file, where it acknowledged 11',
  );
});
