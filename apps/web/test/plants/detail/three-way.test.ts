import { expect, test } from 'vitest';
import { plantEdit } from '../../../src/plants/detail/plant-edit.ts';
import { changedIn, chosen, compare } from '../../../src/plants/detail/three-way.ts';

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

test('an edit changes the typed fields alone, as the store refuses or respells some names of old plants', () => {
  const old = { name: 'Rose\u202e\u00a0x', tag: '\u200b' };
  const edit = plantEdit(old);
  expect(edit.parse({ ...old, tag: 'kitchen\u00a0 herb' })).toEqual({ ...old, tag: 'kitchen herb' });
  expect(edit.parse({ ...old, tag: ' ' })).toEqual({ ...old, tag: '' });
  expect(changedIn({ ...old, tag: '' }, old)).toEqual({ tag: '' });
  const { error } = edit.safeParse({ ...old, name: 'Roses\u202e' });
  expect(error?.issues).toMatchObject([{ path: ['name'], message: expect.stringContaining('U+202E') }]);
});
