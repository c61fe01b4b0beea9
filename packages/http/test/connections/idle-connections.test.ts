import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serverOptions } from '../../src/index.ts';

test('an idle connection stays open longer than the 60 s of common proxies', async () => {
  const server = createServer(serverOptions, (_request, response) => response.end('ready'));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect([await answer.text(), answer.headers.get('keep-alive')]).toEqual(['ready', 'timeout=72']);
});
