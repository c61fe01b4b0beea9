import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { isOnPostgresql, rowsOf } from '@plant-store/db/testing';
import { expect, test } from 'vitest';
import { newProject, type Site } from './project.ts';
import { firstToken, send } from './requests.ts';

const rows = 60_000;
const file = `id,name,tag\n${Array.from({ length: rows }, (_, id) => `${id},Fern ${id},shade\n`).join('')}`;

/** Begins to import the file; `until` resolves at the first line of progress in that phase. */
function beginImport({ url }: Site, token: string) {
  const post = request(`${url}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', accept: 'application/x-ndjson' },
  });
  post.on('error', () => undefined);
  post.end(file);
  const lines: { phase?: string; result?: { created: number }; error?: { message: string } }[] = [];
  const reached = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => {
    post.on('close', resolve);
    post.on('response', (response) => {
      const read = createInterface(response.on('error', () => undefined)).on('error', () => undefined);
      read.on('line', (line) => {
        lines.push(JSON.parse(line));
        if (lines.at(-1)?.phase === 'storing') reached.resolve();
      });
      read.on('close', resolve);
    });
  });
  return { lines, ended, storing: reached.promise };
}

test('kill -9 while an import is stored leaves none of it, and the file can be imported again', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'warn' });
  const token = firstToken(project);
  const { storing, ended } = beginImport(server, token);
  await storing;
  server.child.kill('SIGKILL');
  await ended;
  await server.ended;
  const next = await project.serve();
  expect(await (await send(`${next.url}/plants/count`, token)).json()).toEqual({ count: 0 });
  expect(await (await send(`${next.url}/receipts`, token)).json()).toEqual([]);
  if (!isOnPostgresql) {
    const path = project.path('data/plants.db');
    expect(await rowsOf(`file:${path}`, 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
    expect(project.made().filter((name) => name.includes('import'))).toEqual([]);
  }
  const again = beginImport(next, token);
  await again.ended;
  expect(again.lines.at(-1)?.result).toMatchObject({ created: rows });
});

test('SIGTERM waits for an import that is being stored; an unfinished upload leaves nothing', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'warn' });
  const token = firstToken(project);
  const sending = request(`${server.url}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  });
  sending.on('error', () => undefined);
  sending.write('id,name\n-1,Moss\n');
  const { storing, ended, lines } = beginImport(server, token);
  await storing;
  server.child.kill('SIGTERM');
  await ended;
  expect(lines.at(-1)?.result).toMatchObject({ created: rows });
  // The upload of the other file is not complete.
  expect((await server.ended).exitCode).toBe(0);
  const next = await project.serve();
  expect(await (await send(`${next.url}/plants/count`, token)).json()).toEqual({ count: rows });
});
