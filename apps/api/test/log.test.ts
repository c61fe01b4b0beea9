import { expect, test, vi } from 'vitest';
import { newProject } from './project.ts';
import { firstToken, send } from './requests.ts';

const statusesIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line).status);

test('every request has its line in the log soon after its answer, and the last ones before the process ends', async () => {
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
