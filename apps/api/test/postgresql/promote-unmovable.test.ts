import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blockAt, expectOneLine, newPromotion } from './promotion.ts';

describe('a store that cannot be promoted is reported in one line:', () => {
  test('a missing store, and none is created', async () => {
    const { project, to } = await newPromotion();
    const outcome = await project.begin('promote', ['--to', to], { DATABASE_URL: 'file:./elsewhere.db' })
      .ended;
    expectOneLine(outcome, /^There is no store at .*elsewhere\.db/);
    expect(existsSync(project.path('elsewhere.db'))).toBe(false);
  });

  test('a file that is not SQLite', async () => {
    const { project, to } = await newPromotion();
    mkdirSync(project.path('other'));
    writeFileSync(project.path('other/text.db'), 'not a database, '.repeat(500));
    const outcome = await project.promote(['--to', to], { DATABASE_URL: 'file:./other/text.db' });
    expectOneLine(outcome, /is damaged or is not an SQLite database/);
  });

  test('a store on PostgreSQL', async () => {
    const { project, to } = await newPromotion();
    expectOneLine(
      await project.promote(['--to', to], { DATABASE_URL: to }),
      /^DATABASE_URL: the store is already on PostgreSQL/,
    );
  });

  test('a store that was promoted already', async () => {
    const promotion = await newPromotion();
    expect((await promotion.promote()).exitCode).toBe(0);
    const line = `has already moved to ${promotion.place}; set DATABASE_URL`;
    expectOneLine(await promotion.promote(), line);
  });

  test('a store in another promotion, which continues', async () => {
    const promotion = await newPromotion();
    const block = await blockAt(promotion, 'tokens');
    const run = promotion.begin();
    await block.reached();
    for (const words of [['--to', promotion.to], ['--cancel'], ['--go-back']])
      expectOneLine(
        await promotion.promote(words),
        /^Another backup, restore or promotion is running in .*; try again after it has ended\.$/m,
      );
    await block.release();
    expect((await run.ended).exitCode).toBe(0);
  });
});
