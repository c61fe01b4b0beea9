import { rmSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { newProject } from '../project.ts';

test('it ends also when the process that started it went before it was ready', async () => {
  const project = newProject();
  await project.token(['list']);
  rmSync(project.path('data/first-token'));
  const other = new SqliteConnection(project.path('data/plants.db'));
  other.exec('DELETE FROM tokens; BEGIN IMMEDIATE');
  const server = await project.spawn();
  // It has made the file and waits for the lock to store the token, while its parent goes.
  await vi.waitFor(() => expect(project.made()).toContain('data/first-token'), { timeout: 10_000 });
  server.child.disconnect();
  setTimeout(() => other.exec('COMMIT').close(), 300);
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('nothing is left beside the database after an orderly end', async () => {
  const project = newProject();
  const server = await project.start();
  server.child.kill('SIGTERM');
  await server.ended;
  expect(project.made()).toEqual(['data/first-token', 'data/plants.db']);
});
