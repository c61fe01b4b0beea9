import { expect, test } from 'vitest';
import { contentText } from '../../src/core/content-text.ts';

test('contentText uses the singular for one row of every table', () => {
  const one = (name: string) => contentText([{ name, count: 1 }]);
  expect(['people', 'plants', 'audit_entries', 'idempotency_keys'].map(one)).toEqual([
    '1 person',
    '1 plant',
    '1 audit entry',
    '1 idempotency key',
  ]);
});

test('contentText uses the plural for other counts, and leaves out empty tables', () => {
  const tables = [
    { name: 'people', count: 2 },
    { name: 'plants', count: 12_000 },
    { name: 'tokens', count: 0 },
  ];
  expect(contentText(tables)).toBe('2 people, 12,000 plants');
  expect(contentText([{ name: 'tokens', count: 0 }])).toBe('nothing');
});
