import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startStore } from './store.ts';

test('stopping the server waits for the running request, and answers it', async () => {
  const { url, tokenFor, stop, rows } = await startStore();
  const token = await tokenFor('plants:write');
  const body = '{"id":1,"name":"Latecomer"}';
  const { hostname, port } = new URL(url);
  let received = '';
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const begun = new Promise<void>((resolve) =>
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (received.includes('100 Continue')) resolve();
    }),
  );
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await begun;
  const stopped = stop();
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  socket.write(body);
  await closed;
  await stopped;
  expect(received).toContain('HTTP/1.1 200 OK');
  expect(received.toLowerCase()).toContain('connection: close');
  expect(await rows('SELECT name FROM plants')).toEqual([{ name: 'Latecomer' }]);
});
