import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Server } from '../child-process.ts';
import { newProject } from '../project.ts';
import { firstToken, statusFor } from '../requests.ts';

const refusal = ({ child: { pid } }: Server, path: string) =>
  `The API did not start. DATABASE_URL: process ${pid} already serves ${path}, and an SQLite file can have only one server; stop that server, or move the store to PostgreSQL, which supports several (docs/moving-to-postgresql.md).\n`;

test('a second start on the same file fails, and names the server and PostgreSQL', async () => {
  const project = newProject();
  const server = await project.start();
  const path = project.path('data/plants.db');
  mkdirSync(project.path('other'));
  symlinkSync(path, project.path('other/link.db'));
  const second = await project.fail({ DATABASE_URL: `file:${project.path('other/link.db')}` });
  expect(second).toEqual({ exitCode: 1, stdout: '', stderr: refusal(server, path) });
  expect(await statusFor(server, firstToken(project))).toBe(200);
  // Commands need no reservation.
  expect((await project.token(['list'])).exitCode).toBe(0);
});

test('a second start ends although the lock file of the first was deleted, and the first goes on', async () => {
  const project = newProject();
  const server = await project.start();
  rmSync(project.path('data/plants.db-server'));
  // The time to wait for a server that is ending passes quickly.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() * 30);
  const path = project.path('data/plants.db');
  expect(await project.fail()).toEqual({ exitCode: 1, stdout: '', stderr: refusal(server, path) });
  expect(await statusFor(server, firstToken(project))).toBe(200);
});

test('a starting server waits while another server of the same file stops', async () => {
  const project = newProject();
  const server = await project.start({ DRAIN_SECONDS: '1' });
  server.child.kill('SIGTERM');
  const next = await project.spawn();
  await next.ready;
  expect(project.made()).toContain('data/plants.db-server');
  next.child.kill('SIGTERM');
  await next.ended;
  expect(project.made()).not.toContain('data/plants.db-server');
});

test('a start after kill -9 of the server succeeds', async () => {
  const project = newProject();
  const server = await project.start();
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  expect(await statusFor(await project.serve(), firstToken(project))).toBe(200);
});

test('a start removes an incomplete lock file of a power cut', async () => {
  const project = newProject();
  mkdirSync(project.path('data'));
  writeFileSync(project.path('data/plants.db-server'), 'a part of it'.repeat(100));
  expect(await statusFor(await project.serve(), firstToken(project))).toBe(200);
});
