import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { add, send } from '../requests.ts';
import { expectLogHolds, expectOneLine, expectWritable, newPromotion } from './promotion.ts';

/** A store that has moved as the page tells, with DATABASE_URL in .env alone, and a plant that was stored there. */
async function newMoved() {
  const { project, to, token, told } = await newPromotion();
  const promote = (...words: string[]) => project.promote(words).ended;
  expect((await promote('--to', to, '--write-env')).exitCode).toBe(0);
  const server = await project.start({ DATABASE_URL: undefined });
  expect((await add(server, token, 7)).status).toBe(200);
  server.child.kill('SIGTERM');
  await server.ended;
  return { project, to, token, told, promote };
}

/** The project starts without a setting from outside, on the old file, and takes writes. */
async function expectOnFile({ project, token }: Awaited<ReturnType<typeof newMoved>>) {
  const server = await project.start({ DATABASE_URL: undefined });
  expect(await (await send(`${server.url}/plants`, token)).json()).toEqual([]);
  expect((await add(server, token, 8)).status).toBe(200);
}

test('--go-back finds the old file while DATABASE_URL names the new database, and prints the new line', async () => {
  const moved = await newMoved();
  const { exitCode, stdout, stderr } = await moved.promote('--go-back');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('data/plants.db takes writes again');
  expect(stdout).toContain('\n  DATABASE_URL=file:data/plants.db\n');
  moved.project.writeEnvFile(`${/DATABASE_URL=.*/.exec(stdout)}\n`);
  await expectOnFile(moved);
  expect((await moved.told()).here).toEqual([expect.stringContaining('store.goBack')]);
});

test('--go-back --write-env puts the line into .env', async () => {
  const moved = await newMoved();
  const { exitCode, stdout } = await moved.promote('--go-back', '--write-env', '--json');
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    { wasSealed: true, setting: 'DATABASE_URL=file:data/plants.db', isWritten: true },
  ]);
  expect(readFileSync(moved.project.path('.env'), 'utf8')).toBe('DATABASE_URL=file:data/plants.db\n');
  await expectOnFile(moved);
});

test('--go-back refuses a file that has not moved, and names the way to say which one has', async () => {
  const { project, to } = await newPromotion();
  project.writeEnvFile(`DATABASE_URL=${to}\n`);
  expectOneLine(
    await project.promote(['--go-back']).ended,
    /data\/plants\.db has not moved.*DATABASE_URL=file:\S+ npm run promote -- --go-back/,
  );
});

test('a move to a database that holds an earlier move is refused as not empty, also with equal counts', async () => {
  const promotion = await newPromotion();
  await promotion.fill(3);
  expect((await promotion.promote().ended).exitCode).toBe(0);
  // The log there gets the entry of the move, and the log here that of the way back.
  await expectLogHolds(promotion.to);
  expect((await promotion.promote(['--go-back']).ended).exitCode).toBe(0);
  expectOneLine(await promotion.promote().ended, /^--to: the database is not empty, it holds 3 plants, /);
  await expectWritable(promotion);
});
