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
  const { headers } = ready;
  expect([ready.status, headers.get('retry-after'), headers.get('connection')]).toEqual([
    503,
    '5',
    'keep-alive',
  ]);
  expect(await status(`${server.url}/healthz`)).toBe(200);
  // A second signal, as when a service manager signals all processes and the parent passes it on.
  server.child.kill('SIGTERM');
  for (let count = 0; count < 50; count++) expect(await statusFor(server, firstToken(project))).toBe(200);
  server.child.kill('SIGINT');
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('after DRAIN_SECONDS kept connections have a last request, and new ones are refused', async () => {
  const server = await newProject().start({ DRAIN_SECONDS: '1' });
  const agent = () => new Agent({ keepAlive: true });
  const [busy, idle, none] = [agent(), agent(), agent()];
  const ask = async (by: Agent) => {
    const [response] = (await once(get(`${server.url}/healthz`, { agent: by }), 'response')) as [
      IncomingMessage,
    ];
    await once(response.resume(), 'end');
    return response.headers.connection;
  };
  for (const by of [busy, idle]) expect(await ask(by)).toBe('keep-alive');
  server.child.kill('SIGTERM');
  await vi.waitFor(() => expect(ask(none)).rejects.toThrow('ECONNREFUSED'), { interval: 10 });
  for (const by of [busy, idle]) {
    expect(await ask(by)).toBe('close');
    await expect(ask(by)).rejects.toThrow('ECONNREFUSED');
  }
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});
