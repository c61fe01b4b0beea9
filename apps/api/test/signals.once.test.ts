import { once } from 'node:events';
import { expect, test } from 'vitest';
import { newProject } from './project.ts';

test.each([
  ['SIGTERM', '0'],
  ['SIGINT', '60'],
  ['SIGHUP', '60'],
] as const)('%s ends the server with exit code 0, without a drain', async (signal, DRAIN_SECONDS) => {
  const server = await newProject().start({ DRAIN_SECONDS });
  server.child.kill(signal);
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the parent process gets the address of the server, which ends with it', async () => {
  const server = await newProject().spawn();
  expect(await once(server.child, 'message')).toEqual([{ ready: server.url }, undefined]);
  server.child.disconnect();
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});
