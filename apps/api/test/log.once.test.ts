import { expect, test, vi } from 'vitest';
import { newProject } from './project.ts';
import { firstToken, send } from './requests.ts';

const statusesIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line).status);

test('every request is logged soon after its answer, the last ones before the process ends', async () => {
  const project = newProject();
  const server = await project.start();
  const token = firstToken(project);
  const ask = () => Promise.all(Array.from({ length: 50 }, () => send(`${server.url}/plants`, token)));
  await ask();
  await vi.waitFor(() => expect(statusesIn(server.written())).toEqual(Array(50).fill(200)));
  await ask();
  server.child.kill('SIGTERM');
  expect(statusesIn((await server.ended).stdout)).toEqual(Array(100).fill(200));
});

test('a paused reader of the log delays no request, and gets the buffered lines later', async () => {
  const project = newProject();
  const server = await project.start();
  const token = firstToken(project);
  const ask = () => Promise.all(Array.from({ length: 100 }, () => send(`${server.url}/plants`, token)));
  server.child.stdout?.pause();
  // Several times the capacity of a pipe and its reader.
  for (let round = 0; round < 20; round++) for (const { status } of await ask()) expect(status).toBe(200);
  server.child.stdout?.resume();
  await vi.waitFor(() => expect(statusesIn(server.written())).toEqual(Array(2000).fill(200)));
});
