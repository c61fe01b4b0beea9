import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { rowsOf } from '@plant-store/db/testing';
import { describe, expect, test } from 'vitest';
import { freePort, type Outcome } from '../project.ts';
import { add } from '../requests.ts';
import { blockAt, newPromotion, type Promotion, password } from './promotion.ts';

const asBefore = 'Nothing was switched, and the store takes writes as before.';

/** One line on standard error that holds `line` and no password, and a sign of failure for programs. */
function expectOneLine({ exitCode, stdout, stderr }: Outcome, line: string | RegExp) {
  expect(stderr.replaceAll(/^(?:copying|reading the store again|comparing) … .*\n/gm, '')).toMatch(
    /^[^\n]+\n$/,
  );
  expect(stderr).toMatch(line);
  expect(stderr).not.toContain(password);
  expect(stderr).not.toContain('not-the-password');
  expect([exitCode, stdout]).toEqual([1, '']);
}

/** That the store is as it was: nothing sealed, and a token can be made. */
async function expectWritable({ here, project, from }: Promotion) {
  expect(await here(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)).toEqual([]);
  const made = await project.token(['create', '--name', 'after', '--scope', 'admin'], { DATABASE_URL: from });
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
}

describe('a target that will not do is refused in one line, and the store takes writes as before:', () => {
  const other = (to: string, change: (url: URL) => void) => {
    const url = new URL(to);
    change(url);
    return url.href;
  };
  const cases: [title: string, to: (to: string) => string | Promise<string>, line: RegExp][] = [
    [
      'no server there',
      async (to) => {
        const port = await freePort();
        return other(to, (url) => (url.port = port));
      },
      /^--to: cannot open the database "test_\w+" on 127\.0\.0\.1:\d+ as "plants" \(ECONNREFUSED\)/,
    ],
    [
      'a user whom it does not know',
      (to) => other(to, (url) => (url.username = 'nobody')),
      /^--to: .*the server refuses the user, the password or this machine/,
    ],
    [
      'no such database',
      (to) => other(to, (url) => (url.pathname = '/nowhere')),
      /^--to: .*"nowhere".* there is no such database/,
    ],
    [
      'an address with a % that is none',
      (to) => to.replace(password, 'not-the-password%FF'),
      /^--to: the address of the database cannot be used/,
    ],
    [
      'a database of another program',
      async (to) => {
        await rowsOf(to, 'CREATE TABLE guests (name text)');
        return to;
      },
      /^--to: the database holds the tables of another program \(such as "guests"\)/,
    ],
  ];

  test.each(cases)('%s', async (_title, target, line) => {
    const promotion = await newPromotion();
    expectOneLine(await promotion.promote(['--to', await target(promotion.to)]).ended, line);
    await expectWritable(promotion);
  });

  test('one that holds plants or tokens, which are left as they are', async () => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.onInsert('plants', 'RETURN NEW;');
    await promotion.there(`INSERT INTO plants VALUES (7, 'Fern', NULL, 1)`);
    expectOneLine(
      await promotion.promote().ended,
      /^--to: the database is not empty, it holds 1 plants, 0 tokens, 0 sessions; create another one/,
    );
    expect(await promotion.there('SELECT name FROM plants')).toEqual([{ name: 'Fern' }]);
    await expectWritable(promotion);
  });

  test('one that holds as much as the store, but not the same', async () => {
    const promotion = await newPromotion();
    expect((await promotion.promote().ended).exitCode).toBe(0);
    expect((await promotion.promote(['--go-back']).ended).exitCode).toBe(0);
    await promotion.there(`UPDATE tokens SET created_at = created_at + interval '1 millisecond'`);
    expectOneLine(
      await promotion.promote().ended,
      /tokens has as many rows in both, but not the same content/,
    );
    await expectWritable(promotion);
  });
});

describe('a copy that differs is not switched to, nothing of it is left, and the store takes writes as before:', () => {
  const cases: [title: string, table: string, body: string, line: RegExp][] = [
    [
      'one letter of one name',
      'plants',
      `IF NEW.id = 17 THEN NEW.name = 'Plant 17'; END IF; RETURN NEW;`,
      /plants has as many rows in both, but not the same content/,
    ],
    [
      'nothing instead of an empty tag',
      'plants',
      `NEW.tag = nullif(NEW.tag, ''); RETURN NEW;`,
      /plants has as many rows in both, but not the same content/,
    ],
    [
      'a stamp, by a microsecond',
      'plants',
      `IF NEW.id = 17 THEN NEW.added_at = NEW.added_at + 1; END IF; RETURN NEW;`,
      /plants has as many rows in both, but not the same content/,
    ],
    [
      'a time, by a millisecond',
      'tokens',
      `NEW.created_at = NEW.created_at + interval '1 millisecond'; RETURN NEW;`,
      /tokens has as many rows in both, but not the same content/,
    ],
    [
      'a row that got lost',
      'plants',
      'IF NEW.id = 17 THEN RETURN NULL; END IF; RETURN NEW;',
      /plants has 20 rows in the store and 19 in the target/,
    ],
  ];

  test.each(cases)('%s', async (_title, table, body, line) => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.here(`UPDATE plants SET tag = '' WHERE id = 3`);
    await promotion.onInsert(table, body);
    expectOneLine(await promotion.promote().ended, line);
    expect(await promotion.countThere()).toBe(0);
    await expectWritable(promotion);
  });

  test('a row that goes at the very commit', async () => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.onInsert('plants', 'DELETE FROM plants WHERE id = 17; RETURN NULL;', 'AFTER INSERT');
    expectOneLine(await promotion.promote().ended, /plants has 20 rows in the store and 19 in the target/);
    await expectWritable(promotion);
  });
});

describe('what happens on the way is told in one line, nothing is left in the target, and the store takes writes as before:', () => {
  const cases: [title: string, body: string, line: RegExp][] = [
    [
      'its disk is full',
      `RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100';`,
      /^Copying to .* failed \(53100: no space left on device\): the disk of the server is full; free some space there/,
    ],
    [
      'the connection breaks',
      'PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW;',
      /^Copying to .* failed \(.*\): there is no connection, or it broke; look whether the server runs .*, then try again/,
    ],
    [
      'its user may not do that',
      `RAISE EXCEPTION 'permission denied' USING ERRCODE = '42501';`,
      /^Copying to .* failed \(42501: permission denied\): the user may not do that; .* the right that is missing/,
    ],
  ];

  test.each(cases)('%s', async (_title, body, line) => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.onInsert('plants', `IF NEW.id = 17 THEN ${body} END IF; RETURN NEW;`);
    const outcome = await promotion.promote().ended;
    expectOneLine(outcome, line);
    expect(outcome.stderr).toContain(asBefore);
    expect(await promotion.countThere()).toBe(0);
    await expectWritable(promotion);
  });

  test('a name that PostgreSQL cannot hold', async () => {
    const promotion = await newPromotion();
    await promotion.here(`INSERT INTO plants VALUES (1, 'Fern' || char(0), NULL, 1)`);
    expectOneLine(
      await promotion.promote().ended,
      /^Copying to .*: the database cannot hold a value of the store; change that value/,
    );
    await expectWritable(promotion);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s, while PostgreSQL does not answer',
    async (signal) => {
      const promotion = await newPromotion();
      const server = await promotion.start();
      const block = await blockAt(promotion, 'plants');
      await promotion.fill(20);
      const run = promotion.promote();
      await block.reached();
      expect((await add(server, promotion.token, 100)).status).toBe(503);
      // As npm and the terminal do, both.
      run.child.kill(signal);
      run.child.kill(signal);
      const { exitCode, stderr } = await run.ended;
      expect([exitCode, stderr]).toEqual([
        { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal],
        `Stopped. ${asBefore}\n`,
      ]);
      expect((await add(server, promotion.token, 100)).status).toBe(200);
      await block.release();
      expect(await promotion.countThere()).toBe(0);
    },
  );
});

describe('a store that cannot be moved is told in one line:', () => {
  test('there is none, and none is made', async () => {
    const { project, to } = await newPromotion();
    const outcome = await project.promote(['--to', to], { DATABASE_URL: 'file:./elsewhere.db' }).ended;
    expectOneLine(outcome, /^There is no store at .*elsewhere\.db/);
    expect(existsSync(project.path('elsewhere.db'))).toBe(false);
  });

  test('it is not an SQLite file', async () => {
    const { project, to } = await newPromotion();
    mkdirSync(project.path('other'));
    writeFileSync(project.path('other/text.db'), 'not a database, '.repeat(500));
    const outcome = await project.promote(['--to', to], { DATABASE_URL: 'file:./other/text.db' }).ended;
    expectOneLine(outcome, /is damaged or is not an SQLite database/);
  });

  test('it is on PostgreSQL already', async () => {
    const { project, to } = await newPromotion();
    expectOneLine(
      await project.promote(['--to', to], { DATABASE_URL: to }).ended,
      /^DATABASE_URL: the store is on PostgreSQL already/,
    );
  });

  test('it has moved already', async () => {
    const promotion = await newPromotion();
    expect((await promotion.promote().ended).exitCode).toBe(0);
    const line = `has moved to ${promotion.place} already; set DATABASE_URL`;
    expectOneLine(await promotion.promote().ended, line);
  });

  test('another promotion is at it, which goes on', async () => {
    const promotion = await newPromotion();
    const block = await blockAt(promotion, 'tokens');
    const run = promotion.promote();
    await block.reached();
    for (const words of [['--to', promotion.to], ['--cancel'], ['--go-back']])
      expectOneLine(
        await promotion.promote(words).ended,
        /^Another backup, restore or promotion is at work in .*; run this again when it has ended\.$/m,
      );
    await block.release();
    expect((await run.ended).exitCode).toBe(0);
  });
});
