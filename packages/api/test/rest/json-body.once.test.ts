import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readBytes } from '../../src/limits/body.ts';

test('the server does not wait for the body of a disconnected client', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const post = request({ port: (server.address() as AddressInfo).port, method: 'POST' });
  post.on('error', () => undefined).write('{');
  const [arrived] = (await once(server, 'request')) as [IncomingMessage];
  post.destroy();
  await new Promise((resolve) => arrived.on('close', resolve));
  await expect(readBytes(arrived, 1024)).rejects.toMatchObject({ message: 'the body was cut off' });
});
