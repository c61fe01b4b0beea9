import { describe, expect, test } from 'vitest';
import { newProject } from './project.ts';
import { firstToken, send, statusAfterASecond, statusFor } from './requests.ts';

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const dayMs = 24 * 60 * 60 * 1000;

test('a running server accepts a new token immediately, and refuses a revoked one within a second', async () => {
  const project = newProject();
  const server = await project.serve();
  const { stdout } = await project.token(['create', '--name', 'clerk', '--scope', 'plants:read', '--json']);
  const { token } = JSON.parse(stdout);
  expect(await statusFor(server, token)).toBe(200);
  expect((await send(`${server.url}/plants`, token, { id: 1, name: 'Fern' })).status).toBe(403);

  expect((await project.token(['revoke', 'clerk'])).exitCode).toBe(0);
  expect(await statusAfterASecond(() => statusFor(server, token))).toBe(401);
  expect(await statusFor(server, firstToken(project))).toBe(200);
});

describe('token create', () => {
  test('--json prints all data of the token, and its value once', async () => {
    const project = newProject();
    const { exitCode, stdout, stderr } = await project.runAlone('token', [
      ...['create', '--name', 'Nightly job', '--scope', 'plants:read', '--scope', 'plants:write', '--json'],
    ]);
    expect([exitCode, stderr, stdout.split('\n').length]).toEqual([0, '', 2]);
    const made = JSON.parse(stdout);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Nightly job',
      scopes: ['plants:read', 'plants:write'],
      createdAt: expect.stringMatching(iso),
      expiresAt: expect.stringMatching(iso),
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
      previousUntil: null,
      token: expect.stringMatching(/^plt_\w{49}$/),
    });
    // A few milliseconds pass between the two times.
    const lifetimeDays = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / dayMs;
    expect(lifetimeDays).toBeCloseTo(90, 3);
    expect((await project.token(['list', '--json'])).stdout).not.toContain(made.token);
  });

  test('standard output is the value alone, so that it can go to a file', async () => {
    const { stdout, stderr } = await newProject().token([
      ...['create', '--name', 'clerk', '--scope', 'admin', '--expires', 'never'],
    ]);
    expect(stdout).toMatch(/^plt_\w{49}\n$/);
    expect(stderr).toContain('This is the token "clerk" (admin; no expiry). It is shown only once: ');
  });

  test.each([
    ['30m', 30 * 60_000],
    ['12h', dayMs / 2],
    ['7d', 7 * dayMs],
    ['never', null],
  ])('--expires %s', async (expires, lifetimeMs) => {
    const before = Date.now();
    const { stdout } = await newProject().token([
      ...['create', '--name', 'clerk', '--scope', 'admin', '--expires', expires, '--json'],
    ]);
    const { expiresAt } = JSON.parse(stdout);
    if (lifetimeMs === null) return expect(expiresAt).toBeNull();
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + lifetimeMs);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + lifetimeMs);
  });

  test('a name in use is refused in one line', async () => {
    const project = newProject();
    await project.token(['create', '--name', 'clerk', '--scope', 'admin']);
    expect(await project.token(['create', '--name', 'clerk', '--scope', 'admin'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'A token named "clerk" already exists; revoke it or use another name.\n',
    });
  });
});

test('list shows every token with its state, oldest first', async () => {
  const project = newProject();
  await project.token([
    'create',
    '--name',
    'clerk',
    '--scope',
    'plants:read,plants:write',
    '--expires',
    'never',
  ]);
  await project.token(['revoke', 'clerk']);
  const { exitCode, stdout } = await project.token(['list']);
  expect(exitCode).toBe(0);
  const [heading, ...rows] = stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split(/ {2,}/));
  expect(heading).toEqual(['NAME', 'SCOPES', 'STATE', 'CREATED', 'ID']);
  expect(rows.map(([name, scopes, state]) => [name, scopes, state?.replace(/ \S*Z$/, '')])).toEqual([
    ['first-token', 'admin', 'no expiry'],
    ['clerk', 'plants:read plants:write', 'revoked'],
  ]);
  const listed = JSON.parse((await project.token(['list', '--json'])).stdout);
  expect(listed.map((token: object) => Object.keys(token))).toEqual(
    Array(2).fill([
      ...['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'],
      ...['lastUsedAt', 'lastUsedFrom', 'previousUntil'],
    ]),
  );
});

describe('token revoke', () => {
  test('revoke accepts a name or an id; --json gives the revoked token', async () => {
    const project = newProject();
    const made = JSON.parse(
      (await project.token(['create', '--name', 'clerk', '--scope', 'admin', '--json'])).stdout,
    );
    const revoked = JSON.parse((await project.token(['revoke', made.id, '--json'])).stdout);
    const { token, ...rest } = made;
    expect(revoked).toEqual({ ...rest, revokedAt: expect.stringMatching(iso) });
  });

  test('revoke of an unknown token fails with one line', async () => {
    expect(await newProject().token(['revoke', 'nobody'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'No active token has the name or id "nobody"; see "npm run token -- list".\n',
    });
  });
});
