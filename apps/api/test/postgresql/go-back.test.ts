import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { add, send } from '../requests.ts';
import { expectLogHolds, expectOneLine, expectWritable, newPromotion } from './promotion.ts';

/** A promoted store with DATABASE_URL only in .env, as in the documentation. */
async function newMoved() {
  const { project, to, token, told } = await newPromotion();
  const promote = (...words: string[]) => project.promote(words);
  expect((await promote('--to', to, '--write-env')).exitCode).toBe(0);
  return { project, token, told, promote };
}

test('--go-back finds the old file while DATABASE_URL names the new database, and prints the setting', async () => {
  const { project, token, told, promote } = await newMoved();
  const onPostgresql = await project.serve({ DATABASE_URL: undefined });
  expect((await add(onPostgresql, token, 7)).status).toBe(200);
  await onPostgresql.stop();
  const { exitCode, stdout, stderr } = await promote('--go-back');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('data/plants.db is writable again');
  expect(stdout).toContain('\n  DATABASE_URL=file:data/plants.db\n');
  project.writeEnvFile(`${/DATABASE_URL=.*/.exec(stdout)}\n`);
  const onFile = await project.serve({ DATABASE_URL: undefined });
  expect(await (await send(`${onFile.url}/plants`, token)).json()).toEqual([]);
  expect((await add(onFile, token, 8)).status).toBe(200);
  expect((await told()).here).toEqual([expect.stringContaining('store.goBack')]);
});

test('--go-back --write-env writes the setting into .env', async () => {
  const { project, promote } = await newMoved();
  const { exitCode, stdout } = await promote('--go-back', '--write-env', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    { wasSealed: true, setting: 'DATABASE_URL=file:data/plants.db', isWritten: true },
  ]);
  expect(readFileSync(project.path('.env'), 'utf8')).toBe('DATABASE_URL=file:data/plants.db\n');
});

test('--go-back refuses a file that was not promoted, and names the option for another file', async () => {
  const { project, to } = await newPromotion();
  project.writeEnvFile(`DATABASE_URL=${to}\n`);
  expectOneLine(
    await project.promote(['--go-back']),
    /data\/plants\.db has not moved.*DATABASE_URL=file:\S+ npm run promote -- --go-back/,
  );
});

test('a database with an earlier promotion is refused as a target, even with equal counts', async () => {
  const promotion = await newPromotion();
  await promotion.fill(3);
  expect((await promotion.promote()).exitCode).toBe(0);
  // The target's log gets an entry for the promotion, and the store's log an entry for the way back.
  await expectLogHolds(promotion.to);
  // If the command names the old file, the line for .env is printed too.
  expect(await promotion.promote(['--go-back'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('\n  DATABASE_URL=file:data/plants.db\n'),
  });
  expectOneLine(await promotion.promote(), /^--to: the database is not empty, it holds 3 plants, /);
  await expectWritable(promotion);
});
