import { expect, test } from 'vitest';
import { chosen, compare } from '../../../src/plants/detail/three-way.ts';

const before = { name: 'Ficus', tag: 'tree' };

test('a change of one side is kept, and of two the one typed here', () => {
  const conflicts = compare(before, { name: 'Mine', tag: 'tree' }, { name: 'Theirs', tag: '' });
  expect(conflicts).toEqual([
    { field: 'name', before: 'Ficus', mine: 'Mine', theirs: 'Theirs', preferred: 'mine' },
    { field: 'tag', before: 'tree', mine: 'tree', theirs: '', preferred: 'theirs' },
  ]);
  expect(chosen({ name: 'Theirs', tag: '' }, conflicts, {})).toEqual({ name: 'Mine', tag: '' });
});

test('each field has the chosen value', () => {
  const theirs = { name: 'Theirs', tag: '' };
  const conflicts = compare(before, { name: 'Mine', tag: 'shrub' }, theirs);
  expect(chosen(theirs, conflicts, { name: 'theirs', tag: 'mine' })).toEqual({
    name: 'Theirs',
    tag: 'shrub',
  });
});

test('an unchanged field is not asked about', () => {
  expect(compare(before, { ...before, name: 'Mine' }, before)).toHaveLength(1);
  expect(compare(before, before, before)).toEqual([]);
});
