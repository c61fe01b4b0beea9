import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { add } from '../requests.ts';
import { expectLogHolds, newPromotion, password } from './promotion.ts';

const env = (file: string) => readFileSync(file, 'utf8');

test('promote prints the new setting without the password, and changes no file', async () => {
  const promotion = await newPromotion();
  promotion.project.writeEnvFile('LOG_LEVEL=warn\n');
  const { stdout } = await promotion.promote();
  const line = `  DATABASE_URL=${promotion.to.replace(password, 'PASSWORD')}\n`;
  expect(stdout).toContain(`Until the store runs there, nothing can be written.`);
  expect(stdout).toContain(line);
  expect(stdout).not.toContain(password);
  expect(env(promotion.project.path('.env'))).toBe('LOG_LEVEL=warn\n');
});

test('promote --json prints the same data for programs, without the password', async () => {
  const promotion = await newPromotion();
  await promotion.fill(3);
  const { stdout } = await promotion.promote(['--to', promotion.to, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    from: promotion.from.replace('file:', ''),
    to: promotion.place,
    tables: expect.arrayContaining([
      expect.objectContaining({ name: 'plants', count: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ]),
    isWritten: false,
  });
  expect(stdout).not.toContain(password);
  const verified = await promotion.project.run('audit', ['verify', '--json'], { DATABASE_URL: promotion.to });
  expect(JSON.parse(verified.stdout)).toMatchObject({ isIntact: true, entries: 1, waiting: 1 });
  expect(await promotion.told()).toEqual({ here: [], there: [`store.promote ${promotion.place}`] });
  await expectLogHolds(promotion.to);
});

describe('promote --write-env', () => {
  test.each([
    [
      'where it replaces the present URL',
      '# mine\nDATABASE_URL=file:./data/plants.db # old\nLOG_LEVEL=warn',
      '# mine\nDATABASE_URL=$URL\nLOG_LEVEL=warn',
    ],
    ['after other settings', 'LOG_LEVEL=warn', 'LOG_LEVEL=warn\nDATABASE_URL=$URL\n'],
    ['without a change to comments', '# DATABASE_URL=x\n', '# DATABASE_URL=x\nDATABASE_URL=$URL\n'],
  ])('writes the URL into .env, %s, and the next start uses it', async (_title, before, after) => {
    const promotion = await newPromotion();
    promotion.project.writeEnvFile(before);
    const { exitCode, stdout } = await promotion.promote(['--to', promotion.to, '--write-env']);
    expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining(password)]);
    expect(env(promotion.project.path('.env'))).toBe(after.replace('$URL', promotion.to));
    // The file contains the password.
    expect(statSync(promotion.project.path('.env')).mode & 0o007).toBe(0);
    const server = await promotion.project.serve({ DATABASE_URL: undefined });
    expect((await add(server, promotion.token, 7)).status).toBe(200);
    expect(await promotion.there('SELECT name FROM plants')).toEqual([{ name: 'plant 7' }]);
  });

  test('makes a file for its owner alone, as it contains the password', async () => {
    const promotion = await newPromotion();
    expect((await promotion.promote(['--to', promotion.to, '--write-env'])).exitCode).toBe(0);
    expect(statSync(promotion.project.path('.env')).mode & 0o777).toBe(0o600);
  });
});

test('promote --cancel without a promotion reports that there is none', async () => {
  const promotion = await newPromotion();
  expect(await promotion.promote(['--cancel'])).toEqual({
    exitCode: 0,
    stdout: 'No promotion is in progress; the store is writable as before.\n',
    stderr: '',
  });
  expect(await promotion.here(`SELECT 1 FROM audit_entries WHERE action LIKE 'store.%'`)).toEqual([]);
});

test('a promoted store stays sealed: --cancel names the new database, and --go-back reopens the file', async () => {
  const promotion = await newPromotion();
  await promotion.fill(3);
  expect((await promotion.promote()).exitCode).toBe(0);
  expect(await promotion.promote(['--cancel'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^The store at .* has moved to [^\n]* run "npm run promote -- --go-back"\.\n$/,
    ),
  });
  const words = ['create', '--name', 'till', '--scope', 'admin'];
  const settings = { DATABASE_URL: promotion.from };
  expect(await promotion.project.token(words, settings)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `Nothing was stored: the store has moved to the database ${promotion.place} and is read-only here; set DATABASE_URL to that database and restart.\n`,
  });
  expect((await promotion.promote(['--go-back'])).exitCode).toBe(0);
  expect((await promotion.told()).here).toEqual([`store.goBack ${promotion.place}`]);
  expect(await promotion.project.token(words, settings)).toMatchObject({ exitCode: 0 });
  expect(await promotion.here('SELECT count(*) AS n FROM plants')).toEqual([{ n: 3n }]);
  await expectLogHolds(promotion.from);
});

test('a promoted store is not backed up and not ready; a store restored from a backup accepts writes', async () => {
  const promotion = await newPromotion();
  const settings = { DATABASE_URL: promotion.from };
  const { project, place } = promotion;
  const { name } = JSON.parse((await project.run('backup', ['--json'], settings)).stdout);
  const server = await promotion.start();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await promotion.promote()).exitCode).toBe(0);
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { error: 50300, message: expect.stringContaining('the store has moved to another database ') },
  ]);
  expect(await project.run('backup', [], settings)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The store at .* set DATABASE_URL to that database to back it up\. Nothing was done\.\n$/,
    ),
  });
  server.child.kill('SIGTERM');
  await server.ended;
  const { stdout } = await project.run('restore', [name], settings);
  expect(stdout).toContain(
    `\nIt had moved to the database ${place}. This store is writable, and lacks all changes made there.\n`,
  );
  expect((await add(await promotion.serve(), promotion.token, 7)).status).toBe(200);
});
