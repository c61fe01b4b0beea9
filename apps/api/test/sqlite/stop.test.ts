import { rmSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { newProject } from '../project.ts';

test('a start ends if its parent process ends before it is ready', async () => {
  const project = newProject();
  await project.token(['list']);
  rmSync(project.path('data/first-token'));
  const other = new SqliteConnection(project.path('data/plants.db'));
  other.exec('DELETE FROM tokens; BEGIN IMMEDIATE');
  const server = await project.spawn();
  // When the parent ends, the start has made the file, and waits for the lock to store the token.
  await vi.waitFor(() => expect(project.made()).toContain('data/first-token'));
  server.child.disconnect();
  setTimeout(() => other.exec('COMMIT').close(), 300);
  expect(await server.ended).toMatchObject({ exitCode: 0, stderr: '' });
});

test('a normal end leaves only the database', async () => {
  const project = newProject();
  const server = await project.start();
  server.child.kill('SIGTERM');
  await server.ended;
  expect(project.made()).toEqual(['data/first-token', 'data/plants.db']);
});
