import { rowsOf } from '@plant-store/db/testing';
import { freePort } from '@plant-store/engine/testing/free-port';
import { describe, expect, test } from 'vitest';
import { expectOneLine, expectWritable, newPromotion, password, seals } from './promotion.ts';

describe('an unsuitable target is refused in one line, and the store accepts writes as before:', () => {
  const other = (to: string, change: (url: URL) => void) => {
    const url = new URL(to);
    change(url);
    return url.href;
  };
  const cases: [title: string, to: (to: string) => string | Promise<string>, line: RegExp][] = [
    [
      'no server at the address',
      async (to) => {
        const port = await freePort();
        return other(to, (url) => (url.port = String(port)));
      },
      /^--to: cannot open the database "test_\w+" on 127\.0\.0\.1:\d+ as "plants" \(ECONNREFUSED\)/,
    ],
    [
      'an unknown user',
      (to) => other(to, (url) => (url.username = 'nobody')),
      /^--to: .*the server refuses the user, the password or this machine/,
    ],
    [
      'an unknown database',
      (to) => other(to, (url) => (url.pathname = '/nowhere')),
      /^--to: .*"nowhere".* the database does not exist/,
    ],
    [
      'an address with a malformed percent sign',
      (to) => to.replace(password, 'not-the-password%FF'),
      /^--to: the address of the database cannot be used/,
    ],
    [
      'an address without a database',
      (to) => to.replace(/[^/]*$/, ''),
      /^--to: the address of the database cannot be used: it names no database after the host\.$/m,
    ],
    [
      'an address with an unknown parameter',
      (to) => `${to}?shcema=shop`,
      /^--to: .* it has the parameter "shcema", which the store does not know; it knows schema, /,
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
    expectOneLine(await promotion.promote(['--to', await target(promotion.to)]), line);
    await expectWritable(promotion);
  });

  test('a database with plants or tokens; its rows do not change', async () => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.onInsert('plants', 'RETURN NEW;');
    await promotion.there(`INSERT INTO plants (id, name, tag, added_at) VALUES (7, 'Fern', NULL, 1)`);
    expectOneLine(
      await promotion.promote(),
      /^--to: the database is not empty, it holds 1 plant; create another database/,
    );
    expect(await promotion.there('SELECT name FROM plants')).toEqual([{ name: 'Fern' }]);
    await expectWritable(promotion);
  });

  test('a database with as many rows as the store, but other rows', async () => {
    const promotion = await newPromotion();
    expect((await promotion.promote()).exitCode).toBe(0);
    // The state after a kill that came before the record of the promotion.
    for (const { name } of await promotion.here(seals))
      await promotion.here(`DROP TRIGGER "${String(name)}"`);
    await promotion.there(`UPDATE tokens SET created_us = created_us + 1`);
    expectOneLine(await promotion.promote(), /tokens has as many rows in both, but not the same content/);
    await expectWritable(promotion);
  });
});
