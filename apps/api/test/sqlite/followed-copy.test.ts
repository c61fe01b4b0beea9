import { test } from 'vitest';
import { followWriters } from '../followed-copy.ts';
import { newProject } from '../project.ts';
import { firstToken } from '../requests.ts';

test('a copy by export and feed is equal to the store after eight writers and a kill -9', async () => {
  const project = newProject();
  let server = await project.start({ LOG_LEVEL: 'warn' });
  await followWriters({ url: server.url, token: firstToken(project) }, async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    server = await project.start({ LOG_LEVEL: 'warn', API_PORT: server.port });
  });
});
