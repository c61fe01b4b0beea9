import { expect, test } from 'vitest';
import { chosen, compare } from '../src/plant/three-way.ts';

const before = { name: 'Ficus', tag: 'tree' };

test('what only one of the two has changed stands; where both did, what was typed here', () => {
  const conflicts = compare(before, { name: 'Mine', tag: 'tree' }, { name: 'Theirs', tag: '' });
  expect(conflicts).toEqual([
    { field: 'name', before: 'Ficus', mine: 'Mine', theirs: 'Theirs', preferred: 'mine' },
    { field: 'tag', before: 'tree', mine: 'tree', theirs: '', preferred: 'theirs' },
  ]);
  expect(chosen({ name: 'Theirs', tag: '' }, conflicts, {})).toEqual({ name: 'Mine', tag: '' });
});

test('each field is as was chosen for it', () => {
  const theirs = { name: 'Theirs', tag: '' };
  const conflicts = compare(before, { name: 'Mine', tag: 'shrub' }, theirs);
  expect(chosen(theirs, conflicts, { name: 'theirs', tag: 'mine' })).toEqual({
    name: 'Theirs',
    tag: 'shrub',
  });
});

test('a field that nobody has changed is not asked about', () => {
  expect(compare(before, { ...before, name: 'Mine' }, before)).toHaveLength(1);
  expect(compare(before, before, before)).toEqual([]);
});
