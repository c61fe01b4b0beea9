import { once } from 'node:events';
import { expect, test } from 'vitest';
import { newProject } from './project.ts';

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends it with exit code 0', async (signal) => {
  const server = await newProject().start();
  server.child.kill(signal);
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('it ends when the process that started it is gone', async () => {
  const server = await newProject().start();
  server.child.disconnect();
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the process that started it is told where it listens', async () => {
  const server = await newProject().spawn();
  expect(await once(server.child, 'message')).toEqual([{ ready: server.url }, undefined]);
});
