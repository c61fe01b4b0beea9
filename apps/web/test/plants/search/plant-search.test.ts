import { expect, test } from 'vitest';
import { addressOf, allPlants, filterOf, searchIn } from '../../../src/plants/search/plant-search.ts';
import { daysOf, weekAfter } from '../../../src/plants/search/weeks.ts';

const searchOf = (address: string) => searchIn(new URL(address, 'http://store').searchParams);

test.for(['/', '/?q=puha', '/?q=x+y%26z&tag=cut+flower&week=2026-W47&sort=-name', '/?tag='])(
  'a search read from an address gives the same address: %s',
  (address) => expect(addressOf(searchOf(address))).toBe(address),
);

test('invalid parts of a search address are ignored', () => {
  expect(searchOf('/?sort=colour&week=2026-W60&limit=9&added=7')).toEqual(allPlants);
});

test('an empty tag finds plants without a tag; an absent tag finds all plants', () => {
  expect(filterOf(searchOf('/?tag='))).toEqual({ tag: '' });
  expect(filterOf(searchOf('/'))).toEqual({});
});

test('a week begins on Monday in UTC, and week 1 contains 4 January', () => {
  expect(daysOf('2026-W47')).toEqual({ first: '2026-11-16', next: '2026-11-23' });
  expect(daysOf('2026-W01')).toEqual({ first: '2025-12-29', next: '2026-01-05' });
  expect(daysOf('2020-W53')).toEqual({ first: '2020-12-28', next: '2021-01-04' });
  expect(daysOf('2021-W53')).toBeUndefined();
  expect(daysOf('2021-W00')).toBeUndefined();
  expect(daysOf('2021')).toBeUndefined();
});

test('the week after the last week of a year is week 1 of the next year', () => {
  expect(weekAfter('2020-W52')).toBe('2020-W53');
  expect(weekAfter('2020-W53')).toBe('2021-W01');
  expect(weekAfter('2021-W52')).toBe('2022-W01');
});
