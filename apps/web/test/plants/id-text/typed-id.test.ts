import { describe, expect, test } from 'vitest';
import { FormPlant, possibleId, typedId } from '../../../src/plants/id-text/typed-id.ts';

const host = 'plants.example';
const problemOf = (id: string) =>
  FormPlant.safeParse({ id, name: 'Fern', tag: '' }).error?.issues.map(({ message }) => message);

describe('an id with one meaning is shown in digits', () => {
  test.each([
    ['\u200e1234\u202c', '1234'],
    ['１２３４', '1234'],
    ['١٢٣٤', '1234'],
    ['#7', '7'],
    ['No. 7', '7'],
    ['№ 7', '7'],
    ['1,234', '1234'],
    ['1 234', '1234'],
    ['1.234.567', '1234567'],
    ['7.0', '7'],
    ['−7', '-7'],
    [']C1\u200e4711\r', '4711'],
    ['007', '007'],
  ])('%j is %s', (text, id) => {
    expect(typedId(text, host)).toBe(id);
    expect(problemOf(text)).toBeUndefined();
  });
});

describe('the address of a plant in this store is its id', () => {
  test.each([
    'https://plants.example/plants/7',
    'http://plants.example/plants/7/',
    'https://plants.example:443/plants/7?from=label#top',
    'https://plants.example/api/plants/7',
    'HTTPS://PLANTS.EXAMPLE/PLANTS/7',
    ']Q3https://plants.example/plants/7\r',
    '\u200ehttps://plants.example/plants/7',
  ])('%s', (text) => expect(typedId(text, host)).toBe('7'));

  test('a port is part of the host', () => {
    expect(typedId('http://127.0.0.1:3000/plants/-7', '127.0.0.1:3000')).toBe('-7');
    expect(typedId('http://127.0.0.1:3001/plants/7', '127.0.0.1:3000')).toBe(
      'http://127.0.0.1:3001/plants/7',
    );
  });
});

test.each([
  ['https://elsewhere.example/plants/7', '7'],
  ['https://plants.example:8080/plants/7', '7'],
  ['https://plants.example/receipts/7', undefined],
  ['https://plants.example/plants/7/history', undefined],
  ['https://plants.example/plants/99999999999999999999', undefined],
  ['https://elsewhere.example/', undefined],
])('the address %s stays, is refused with its host, and offers %s', (text, id) => {
  expect(typedId(text, host)).toBe(text);
  expect(possibleId(text)).toBe(id);
  const { host: other } = new URL(text);
  expect(problemOf(text)).toEqual([
    `is an address of ${other}, not of a plant in this store; give a whole number, such as 42`,
  ]);
});

test('an invisible character before the address of another host does not hide the host', () => {
  const text = '\u200ehttps://elsewhere.example/plants/7';
  expect(typedId(text, host)).toBe(text);
});

test.each([
  ['1.234', '1234'],
  ['#1.234', '1234'],
  ['-1.000', '-1000'],
  ['7.5', undefined],
  ['1.23', undefined],
  ['7 8', undefined],
  ['7²', undefined],
  ['A-17', undefined],
  ['1E+15', undefined],
  ['9223372036854775808', undefined],
  ['#9223372036854775808', undefined],
])('%s, which has no or more meanings, stays and offers %s', (text, id) => {
  expect(typedId(text, host)).toBe(text);
  expect(possibleId(text)).toBe(id);
  expect(problemOf(text)).toEqual([expect.stringMatching(/^must be a whole number/)]);
});

test('a form accepts any id that it shows in digits', () => {
  expect(FormPlant.parse({ id: '7', name: 'Fern', tag: '' })).toEqual({ id: 7n, name: 'Fern' });
});
