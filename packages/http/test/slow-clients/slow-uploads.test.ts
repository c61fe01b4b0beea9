import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { allowSlowUpload, guard } from '../../src/index.ts';

/**
 * A server with a request timeout of 200 ms, except for the path /large. It answers with the number of bytes in the
 * body.
 */
async function start() {
  const server = createServer({ requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 });
  guard(server);
  server.on('request', async (request, response) => {
    const endSlowUpload = request.url === '/large' ? allowSlowUpload(request) : () => undefined;
    const body = await text(request).catch(() => '');
    if (request.url === '/large') await delay(500);
    endSlowUpload();
    response.end(String(body.length));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async (path: string) => {
    const post = request({ port, path, method: 'POST' });
    const answered = once(post, 'response');
    answered.catch(() => undefined);
    for (let sent = 0; sent < 8 && !post.destroyed; sent++) {
      post.write('x');
      await delay(100);
    }
    post.end();
    const [answer] = await answered;
    return { status: answer.statusCode, body: await text(answer) };
  };
}

test('a request with a longer limit gets its answer after the usual limit', async () => {
  const send = await start();
  expect(await send('/large')).toEqual({ status: 200, body: '8' });
});

test('any other request ends at the usual limit', async () => {
  const send = await start();
  await expect(
    send('/small')
      .then(({ status }) => status)
      .catch(() => 400),
  ).resolves.toBe(400);
});
