import { describe, expect, test } from 'vitest';
import { expectOneLine, expectWritable, newPromotion } from './promotion.ts';

describe('a copy with a difference is removed, and the store accepts writes as before:', () => {
  const cases: [title: string, table: string, body: string, line: RegExp][] = [
    [
      'one letter of one name',
      'plants',
      `IF NEW.id = 17 THEN NEW.name = 'Plant 17'; END IF; RETURN NEW;`,
      /plants has as many rows in both, but not the same content/,
    ],
    [
      'null instead of an empty tag',
      'plants',
      `NEW.tag = nullif(NEW.tag, ''); RETURN NEW;`,
      /plants has as many rows in both, but not the same content/,
    ],
    [
      'the time of a plant, by a microsecond',
      'plants',
      `IF NEW.id = 17 THEN NEW.added_at = NEW.added_at + 1; END IF; RETURN NEW;`,
      /plants has as many rows in both, but not the same content/,
    ],
    [
      'the time of a token, by a microsecond',
      'tokens',
      `NEW.created_us = NEW.created_us + 1; RETURN NEW;`,
      /tokens has as many rows in both, but not the same content/,
    ],
    [
      'a lost row',
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
    expectOneLine(await promotion.promote(), line);
    expect(await promotion.countThere()).toBe(0);
    await expectWritable(promotion);
  });

  test('a row that is lost at the commit of the copy', async () => {
    const promotion = await newPromotion();
    await promotion.fill(20);
    await promotion.onInsert('plants', 'DELETE FROM plants WHERE id = 17; RETURN NULL;', 'AFTER INSERT');
    expectOneLine(await promotion.promote(), /plants has 20 rows in the store and 19 in the target/);
    expect(await promotion.told()).toEqual({ here: [], there: [] });
    await expectWritable(promotion);
  });
});
