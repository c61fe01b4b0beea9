import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { newToken } from '@plant-store/db';
import SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newProject, type Project } from '../project.ts';
import { firstToken, statusFor } from '../requests.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function storedHashes({ path }: Project): unknown[] {
  const connection = new SqliteConnection(path('data/plants.db'), { readonly: true });
  try {
    return connection.prepare('SELECT hash FROM tokens').pluck().all();
  } finally {
    connection.close();
  }
}

test('the first start makes one administrator token that only its owner can read, and never prints it', async () => {
  const project = newProject();
  const server = await project.start();
  expect(project.made().filter((name) => name.includes('first-token'))).toEqual(['data/first-token']);
  expect(modeOf(project.path('data/first-token'))).toBe('600');
  expect(await statusFor(server, firstToken(project))).toBe(200);
  server.child.kill('SIGTERM');
  const { stdout, stderr } = await server.ended;
  expect(stdout + stderr).not.toContain(firstToken(project));
  expect(stdout).toContain(
    `Try it: curl -H "Authorization: Bearer $(cat data/first-token)" ${server.url}/plants\n`,
  );
});

test('a second start makes no other token, even after the token file was deleted', async () => {
  const project = newProject();
  await project.token(['list']);
  const token = firstToken(project);
  rmSync(project.path('data/first-token'));
  const second = await project.start();
  expect(project.made()).not.toContain('data/first-token');
  expect(second.written()).not.toContain('Try it');
  expect(await statusFor(second, token)).toBe(200);
});

test('a start after the token was revoked says how to make another token', async () => {
  const project = newProject();
  await project.token(['revoke', 'first-token']);
  const server = await project.start();
  server.child.kill('SIGTERM');
  const { stdout } = await server.ended;
  expect(stdout).not.toContain('paste');
  expect(stdout).not.toContain('Try it');
  expect(stdout).toContain(
    'The token in data/first-token no longer works: delete that file. To create a new token: npm run token -- create\n',
  );
});

test('a start after a kill between file and store stores the token of the file', async () => {
  const project = newProject();
  await project.token(['list']);
  const connection = new SqliteConnection(project.path('data/plants.db'));
  connection.exec('DELETE FROM tokens');
  connection.close();
  const token = firstToken(project);
  const server = await project.serve();
  expect(firstToken(project)).toBe(token);
  expect(await statusFor(server, token)).toBe(200);
});

test.each([
  ['half a token', newToken().slice(0, 20)],
  ['nothing', ''],
])('a token file with %s is replaced', async (_what, text) => {
  const project = newProject();
  await project.token(['--help']);
  writeFileSync(project.path('first-token'), text);
  const server = await project.serve({ DATABASE_URL: 'file:plants.db' });
  const token = readFileSync(project.path('first-token'), 'utf8').trim();
  expect(token).toMatch(/^plt_\w{49}$/);
  expect(await statusFor(server, token)).toBe(200);
  expect(modeOf(project.path('first-token'))).toBe('600');
});

test('a token file loses the permissions of others', async () => {
  const project = newProject();
  writeFileSync(project.path('first-token'), newToken());
  chmodSync(project.path('first-token'), 0o644);
  await project.serve({ DATABASE_URL: 'file:plants.db' });
  expect(modeOf(project.path('first-token'))).toBe('600');
});

test('server and token command at the same moment agree on one first token', async () => {
  const project = newProject();
  const [server, ...listings] = await Promise.all([
    project.start(),
    ...Array.from({ length: 3 }, () => project.runAlone('token', ['list', '--json'])),
  ]);
  expect(listings.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(Array(3).fill([0, '']));
  expect(storedHashes(project)).toEqual([createHash('sha256').update(firstToken(project)).digest('hex')]);
  expect(await statusFor(server, firstToken(project))).toBe(200);
});
