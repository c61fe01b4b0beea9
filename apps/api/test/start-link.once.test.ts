import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Server } from './child-process.ts';
import { newProject } from './project.ts';

async function startCodeOf({ child }: Server): Promise<string | null> {
  child.send({ wanted: 'startCode' });
  for (;;) {
    const [message] = await once(child, 'message');
    if ('startCode' in message) return message.startCode;
  }
}

const createOwner = ({ url }: Server, code: string | null) =>
  fetch(`${url}/trpc/people.createOwnerByLink`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      json: { code, name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' },
    }),
  });

test('a start code goes only to the parent process, makes the owner once, and is never printed', async () => {
  const server = await newProject().start();
  const code = await startCodeOf(server);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect((await createOwner(server, code)).status).toBe(200);
  expect((await createOwner(server, code)).status).toBe(404);
  expect(await startCodeOf(server)).toBeNull();
  server.child.kill('SIGTERM');
  const { stdout, stderr } = await server.ended;
  expect(stdout).toContain('people.createOwnerByLink');
  expect(stdout + stderr).not.toContain(code);
});
