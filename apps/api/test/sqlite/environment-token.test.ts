import { rmSync } from 'node:fs';
import { newToken } from '@plant-store/db';
import SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newProject, type Project } from '../project.ts';
import { statusFor } from '../requests.ts';

const ownToken = 'an-own-token-of-at-least-32-characters';

/** Opens the store as a start does. */
async function openedOnce(project: Project, token: string) {
  expect((await project.token(['list'], { PLANT_STORE_TOKEN: token })).exitCode).toBe(0);
}

test.each([ownToken, newToken()])(
  'PLANT_STORE_TOKEN is the first token, and no file is written (%#)',
  async (token) => {
    const project = newProject();
    const server = await project.start({ PLANT_STORE_TOKEN: token });
    expect(await statusFor(server, token)).toBe(200);
    expect(project.made()).not.toContain('data/first-token');
    expect(server.written()).not.toContain(token);
  },
);

test('PLANT_STORE_TOKEN is stored again in an emptied store', async () => {
  const project = newProject();
  await openedOnce(project, ownToken);
  rmSync(project.path('data'), { recursive: true });
  expect(await statusFor(await project.serve({ PLANT_STORE_TOKEN: ownToken }), ownToken)).toBe(200);
});

test('a changed PLANT_STORE_TOKEN replaces the former value, which no longer works', async () => {
  const project = newProject();
  await openedOnce(project, ownToken);
  const changed = `${ownToken}-changed`;
  const server = await project.serve({ PLANT_STORE_TOKEN: changed });
  expect([await statusFor(server, changed), await statusFor(server, ownToken)]).toEqual([200, 401]);
});

test('an unchanged PLANT_STORE_TOKEN changes nothing at a restart', async () => {
  const project = newProject();
  await openedOnce(project, ownToken);
  await openedOnce(project, ownToken);
  const listed = JSON.parse(
    (await project.token(['list', '--json'], { PLANT_STORE_TOKEN: ownToken })).stdout,
  );
  expect(listed).toMatchObject([{ name: 'PLANT_STORE_TOKEN', scopes: ['admin'], revokedAt: null }]);
});

test('a start with a revoked PLANT_STORE_TOKEN fails, and the token stays revoked', async () => {
  const project = newProject();
  await openedOnce(project, ownToken);
  const changed = `${ownToken}-changed`;
  await openedOnce(project, changed);
  const { exitCode, stdout, stderr } = await project.attempt({ PLANT_STORE_TOKEN: ownToken });
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^The API did not start\. PLANT_STORE_TOKEN is a token that was revoked on \S+; [^\n]+\n$/,
  );
  expect(stderr).not.toContain(ownToken);
  expect(await statusFor(await project.serve({ PLANT_STORE_TOKEN: changed }), changed)).toBe(200);
});

test('a start with an expired PLANT_STORE_TOKEN fails', async () => {
  const project = newProject();
  const made = await project.token(['create', '--name', 'clerk', '--scope', 'admin', '--json']);
  const { token } = JSON.parse(made.stdout);
  const connection = new SqliteConnection(project.path('data/plants.db'));
  connection.exec(`UPDATE tokens SET expires_us = 1 WHERE name = 'clerk'`);
  connection.close();
  const { exitCode, stderr } = await project.fail({ PLANT_STORE_TOKEN: token });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^The API did not start\. PLANT_STORE_TOKEN is a token that expired on \S+; set another one, or none\.\n$/,
  );
});
