import { readFileSync } from 'node:fs';
import { newToken } from '@plant-store/db';
import SqliteConnection from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { Server } from '../child-process.ts';
import { newProject, type Project } from '../project.ts';
import { firstToken, send } from '../requests.ts';

/** The places that contain one of these texts: the output of the process, or files of the database. */
function leaks(project: Project, { written }: Server, texts: string[]): string[] {
  const databaseFiles = project.made().filter((name) => name.includes('plants.db'));
  const places = [
    ['output', Buffer.from(written())] as const,
    ...databaseFiles.map((name) => [name, readFileSync(project.path(name))] as const),
  ];
  expect(databaseFiles).toEqual(
    expect.arrayContaining(['data/plants.db', 'data/plants.db-shm', 'data/plants.db-wal']),
  );
  return places.flatMap(([place, content]) =>
    texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  );
}

test('the log and the database files contain no token, wherever a request sent it', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'trace' });
  const { stdout } = await project.token(['create', '--name', 'clerk', '--scope', 'admin', '--json']);
  const valid = JSON.parse(stdout).token as string;
  const unknown = newToken();
  const malformed = `plt_${'m'.repeat(49)}`;
  const own = 'a-token-that-is-not-of-the-store-s-own-form';
  for (const token of [valid, unknown, malformed, own]) {
    const authorization = `Bearer ${token}`;
    await fetch(`${server.url}/plants`, { headers: { authorization } });
    await fetch(`${server.url}/plants`, { headers: { authorization: `Basic ${token}` } });
    for (const path of [
      `/plants?access_token=${token}`,
      `/plants?cursor=${token}`,
      `/plants/${token}`,
      `/${token}`,
      `/trpc/${token}`,
    ])
      for (const headers of [{}, { authorization }]) await fetch(server.url + path, { headers });
    for (const name of [
      'x-request-id',
      'x-api-key',
      'cookie',
      'referer',
      'user-agent',
      'traceparent',
      'x-forwarded-for',
    ])
      await fetch(`${server.url}/plants`, { headers: { authorization, [name]: token } });
    await fetch(`${server.url}/plants`, { headers: { cookie: `plant-store-session=${token}` } });
    await send(`${server.url}/plants`, valid, { id: token, name: 7 });
  }
  // The log may be written after the answers.
  await vi.waitFor(() => expect(server.written().match(/"msg":"request"/g)).toHaveLength(4 * 21));
  expect(leaks(project, server, [valid, unknown, malformed, own, firstToken(project)])).toEqual([]);
});

test('the log contains no plant, whether it was stored, refused or failed', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'trace' });
  const token = firstToken(project);
  const name = 'Welwitschia mirabilis';
  const statuses = [
    await send(`${server.url}/plants`, token, { id: 7, name, tag: name }),
    await send(`${server.url}/plants`, token, { id: 7, name, tag: name }),
    await send(`${server.url}/plants`, token, { id: 'x', name, [name]: name }),
    await send(`${server.url}/plants?q=${encodeURIComponent(name)}`, token),
    await send(`${server.url}/${name}`, token),
    await send(`${server.url}/plants/7`, token),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 400, 400, 200, 404, 200]);

  const connection = new SqliteConnection(project.path('data/plants.db'));
  connection.exec(
    `CREATE TRIGGER fail BEFORE INSERT ON plants BEGIN SELECT RAISE(FAIL, 'made to fail'); END`,
  );
  connection.close();
  expect((await send(`${server.url}/plants`, token, { id: 8, name, tag: name })).status).toBe(500);
  await vi.waitFor(() => expect(server.written().match(/"msg":"request"/g)).toHaveLength(7));
  expect(server.written()).toContain('"msg":"request failed"');
  for (const text of [name, 'Welwitschia', 'mirabilis']) expect(server.written()).not.toContain(text);
});
