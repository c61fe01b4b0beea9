import { expect, test } from 'vitest';
import { chosen, compare } from '../../../src/plants/detail/three-way.ts';

const before = { name: 'Ficus', tag: 'tree' };

test('by default the changed value is selected; if both sides changed, the typed value', () => {
  const conflicts = compare(before, { name: 'Mine', tag: 'tree' }, { name: 'Theirs', tag: '' });
  expect(conflicts).toEqual([
    { field: 'name', before: 'Ficus', mine: 'Mine', theirs: 'Theirs', preferred: 'mine' },
    { field: 'tag', before: 'tree', mine: 'tree', theirs: '', preferred: 'theirs' },
  ]);
  expect(chosen({ name: 'Theirs', tag: '' }, conflicts, {})).toEqual({ name: 'Mine', tag: '' });
});

test('the merged plant has the chosen value of each field', () => {
  const theirs = { name: 'Theirs', tag: '' };
  const conflicts = compare(before, { name: 'Mine', tag: 'shrub' }, theirs);
  expect(chosen(theirs, conflicts, { name: 'theirs', tag: 'mine' })).toEqual({
    name: 'Theirs',
    tag: 'shrub',
  });
});

test('an unchanged field is no conflict', () => {
  expect(compare(before, { ...before, name: 'Mine' }, before)).toHaveLength(1);
  expect(compare(before, before, before)).toEqual([]);
});
