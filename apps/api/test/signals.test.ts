import { once } from 'node:events';
import { expect, test } from 'vitest';
import { newProject } from './project.ts';

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the server with exit code 0', async (signal) => {
  const server = await newProject().start();
  server.child.kill(signal);
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the server ends with its parent process', async () => {
  const server = await newProject().start();
  server.child.disconnect();
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the parent process gets the address of the server', async () => {
  const server = await newProject().spawn();
  expect(await once(server.child, 'message')).toEqual([{ ready: server.url }, undefined]);
});
