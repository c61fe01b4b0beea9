import { describe, expect, test } from 'vitest';
import { add } from '../requests.ts';
import { blockAt, expectOneLine, expectWritable, newPromotion } from './promotion.ts';

const asBefore = 'Nothing was switched, and the store is writable as before.';

describe('a failure is reported in one line, the target stays empty, and the store accepts writes as before:', () => {
  const cases: [title: string, body: string, line: RegExp][] = [
    [
      'a target with a full disk',
      `RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100';`,
      /^Copying to .* failed \(53100: no space left on device\): the disk of the server is full; free some space there/,
    ],
    [
      'a connection that breaks',
      'PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW;',
      /^Copying to .* failed \(.*\): there is no connection, or it broke; check that the server runs .*, then try again/,
    ],
    [
      'a user without permission',
      `RAISE EXCEPTION 'permission denied' USING ERRCODE = '42501';`,
      /^Copying to .* failed \(42501: permission denied\): the user has no permission; .* the missing right/,
    ],
  ];

  test.each(cases)('%s', async (_title, body, line) => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.onInsert('plants', `IF NEW.id = 17 THEN ${body} END IF; RETURN NEW;`);
    const outcome = await promotion.promote();
    expectOneLine(outcome, line);
    expect(outcome.stderr).toContain(asBefore);
    expect(await promotion.countThere()).toBe(0);
    await expectWritable(promotion);
  });

  test('a promotion of a name that PostgreSQL cannot store', async () => {
    const promotion = await newPromotion();
    await promotion.here(
      `INSERT INTO plants (id, name, tag, added_at) VALUES (1, 'Fern' || char(0), NULL, 1)`,
    );
    expectOneLine(
      await promotion.promote(),
      /^Copying to .*: the database cannot store a value of the store; change that value/,
    );
    await expectWritable(promotion);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s, once or twice, while PostgreSQL does not answer',
    async (signal) => {
      const promotion = await newPromotion();
      const server = await promotion.serve();
      const block = await blockAt(promotion, 'plants');
      await promotion.fill(20);
      const run = promotion.begin({
        NODE_OPTIONS: `--import=${new URL('../second-signal.mjs', import.meta.url)}?${signal}`,
      });
      await block.reached();
      expect((await add(server, promotion.token, 100)).status).toBe(503);
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
