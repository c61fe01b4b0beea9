import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { besides } from '../src/crowd.ts';

test('a refused request beside a crowd fails this part, and not the process of the whole run', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 503 : 200).end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const target = { port, base: '', token: 'x', plantCount: 1 };
  await expect(besides(target, 1, 0.25)).rejects.toThrow('/plants was answered 503 beside a crowd');
});
