import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOST } from './front.ts';

/** Calls `reset` for a POST to the returned address, which only readers of the sandbox's output can know. */
export async function startResetServer(reset: () => Promise<void>): Promise<string> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer(async ({ method, url }, response) => {
    const answer = (status: number, text = '') =>
      response.writeHead(status, { 'content-type': 'text/plain', allow: 'POST' }).end(text);
    if (url !== path)
      return answer(404, 'Nothing is here. The line that the sandbox printed has its resetUrl.\n');
    if (method !== 'POST') return answer(405, 'Send POST to reset the sandbox.\n');
    await reset().then(
      () => answer(204),
      ({ message }) => answer(500, `The sandbox is unchanged. ${message}\n`),
    );
  });
  await once(server.listen(0, HOST), 'listening');
  return `http://${HOST}:${(server.address() as AddressInfo).port}${path}`;
}
