import { expect, test } from 'vitest';
import { newProject } from './project.ts';
import { firstToken, send } from './requests.ts';

test('every request has its line in the log by the time the process has ended, the last ones too', async () => {
  const project = newProject();
  const server = await project.start();
  const token = firstToken(project);
  await Promise.all(Array.from({ length: 50 }, () => send(`${server.url}/plants`, token)));
  server.child.kill('SIGTERM');
  const { stdout } = await server.ended;
  const lines = stdout.split('\n').filter((line) => line.includes('"msg":"request"'));
  expect(lines.map((line) => JSON.parse(line).status)).toEqual(Array(50).fill(200));
});
