import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { newProject } from './project.ts';
import { firstToken, statusFor } from './requests.ts';

const status = async (url: string) => (await fetch(url)).status;

test('a server that drains after SIGTERM is not ready and still answers', async () => {
  const project = newProject();
  const server = await project.start({ DRAIN_SECONDS: '60' });
  expect(await status(`${server.url}/readyz`)).toBe(200);
  server.child.kill('SIGTERM');
  await vi.waitFor(async () => expect(await status(`${server.url}/readyz`)).toBe(503), { interval: 10 });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await status(`${server.url}/healthz`)).toBe(200);
  // A second signal, as when a service manager signals all processes and the parent passes it on.
  server.child.kill('SIGTERM');
  for (let count = 0; count < 50; count++) expect(await statusFor(server, firstToken(project))).toBe(200);
  server.child.kill('SIGINT');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the server ends by itself after DRAIN_SECONDS', async () => {
  const server = await newProject().start({ DRAIN_SECONDS: '1' });
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the drain ends each kept connection after an answer', async () => {
  const project = newProject();
  const server = await project.start({ DRAIN_SECONDS: '60' });
  const agent = new Agent({ keepAlive: true });
  const ask = async () => {
    const [response] = (await once(get(`${server.url}/readyz`, { agent }), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response;
  };
  expect((await ask()).headers.connection).toBe('keep-alive');
  server.child.kill('SIGTERM');
  await vi.waitFor(async () => expect((await ask()).headers.connection).toBe('close'), { interval: 10 });
  agent.destroy();
  server.child.kill('SIGINT');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});
