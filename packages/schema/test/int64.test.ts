import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareId, IdText, Int64, Int64Text, int64Max, int64Min } from '../src/index.ts';
import { anyText } from './any-text.ts';

const anyInt64 = fc.bigInt({ min: int64Min, max: int64Max });
const outside = fc.oneof(fc.bigInt({ max: int64Min - 1n }), fc.bigInt({ min: int64Max + 1n }));
const accepts = (value: unknown) => Int64.safeParse(value).success;
const problemOf = (schema: typeof Int64 | typeof Int64Text, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

test('the bounds are those of a signed 64-bit integer', () => {
  expect([int64Min, int64Max]).toEqual([-9223372036854775808n, 9223372036854775807n]);
});

describe('an id in JSON', () => {
  test('any int64 is returned exactly', () => {
    fc.assert(fc.property(anyInt64, (id) => void expect(Int64.parse(id)).toBe(id)));
  });

  test.each([int64Min, int64Min + 1n, -1n, 0n, 1n, 9007199254740993n, int64Max - 1n, int64Max])(
    'is accepted as %s',
    (id) => expect(Int64.parse(id)).toBe(id),
  );

  test('a number that a double represents exactly becomes a bigint', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (id) => void expect(Int64.parse(id)).toBe(BigInt(id))));
    expect(Int64.parse(-0)).toBe(0n);
  });

  test('a value outside int64 is refused', () => {
    fc.assert(fc.property(outside, (id) => void expect(accepts(id)).toBe(false)));
    expect([accepts(int64Min - 1n), accepts(int64Max + 1n)]).toEqual([false, false]);
  });

  test.each([2 ** 53, -(2 ** 53), 2 ** 53 + 2, 2 ** 63, 1e300])(
    'is refused as the number %s, which may have been rounded',
    (id) => expect(accepts(id)).toBe(false),
  );

  test.each([
    ['a string', '7'],
    ['an empty string', ''],
    ['true', true],
    ['false', false],
    ['null', null],
    ['nothing', undefined],
    ['an array', []],
    ['an array of one', [7]],
    ['an object', {}],
    ['a fraction', 1.5],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a boxed number', Object(7)],
    ['a date', new Date(7)],
  ])('%s is refused', (_what, id) => expect(accepts(id)).toBe(false));

  test('the message has the accepted values, and says if the id is missing', () => {
    const accepted = 'a whole number from -9223372036854775808 to 9223372036854775807';
    expect(problemOf(Int64, '7')).toBe(`must be ${accepted}`);
    expect(problemOf(Int64, undefined)).toBe(`is missing; give ${accepted}`);
  });
});

describe('an id written out in digits', () => {
  test('is read exactly, for any int64', () => {
    fc.assert(fc.property(anyInt64, (id) => void expect(Int64Text.parse(`${id}`)).toBe(id)));
  });

  test.each([
    ['+7', 7n],
    [' 7\t', 7n],
    ['007', 7n],
    ['-0', 0n],
    ['+0009223372036854775807', int64Max],
  ])('is accepted as "%s"', (text, id) => expect(Int64Text.parse(text)).toBe(id));

  test('is refused outside int64', () => {
    fc.assert(fc.property(outside, (id) => void expect(Int64Text.safeParse(`${id}`).success).toBe(false)));
  });

  test.each(['7.0', '7e0', '1.5', '0x10', '0b1', '1_000', '1,000', '--7', '+-7', '7n', '٧', 'seven', '-'])(
    'is refused as "%s"',
    (text) => expect(problemOf(Int64Text, text)).toMatch(/^must be a whole number, such as 42$/),
  );

  test('no text makes parsing throw', () => {
    fc.assert(fc.property(anyText(), (text) => void Int64Text.safeParse(text)));
  });

  test('a text over 40 characters is refused immediately', () => {
    expect([
      Int64Text.safeParse('7'.padStart(40, '0')).success,
      Int64Text.safeParse('7'.padStart(41, '0')).success,
    ]).toEqual([true, false]);
  });

  test.each(['', '   '])('counts as missing if it is "%s"', (text) =>
    expect(problemOf(Int64Text, text)).toBe('is empty; give a whole number, such as 42'),
  );
});

describe('an id as people write it', () => {
  test.each([
    ['\u200e1234', 1234n],
    ['1234\u200f', 1234n],
    ['\ufeff1234', 1234n],
    ['\u202a1234\u202c', 1234n],
    ['\u20661234\u2069', 1234n],
    ['12\u200b34', 1234n],
    ['12\u00ad34', 1234n],
    ['\u2060\u00a0 1234\u3000', 1234n],
    ['\u31641234', 1234n],
    ['7\ufe0f', 7n],
    ['１２３４', 1234n],
    ['١٢٣٤', 1234n],
    ['\u200f-١٢', -12n],
    ['𝟙𝟚', 12n],
    ['007', 7n],
  ])('is read without format characters and spaces, in digits of any script: %j', (text, id) =>
    expect(IdText.parse(text)).toBe(id),
  );

  test('has ten digits in each script that the platform knows', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').map(
      (system) =>
        new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false, minimumIntegerDigits: 2 }),
    );
    const scripts = systems
      .map((format) => Array.from({ length: 10 }, (_, digit) => format.format(10 + digit)))
      .filter((digits) => /^\p{Nd}{2}$/u.test(digits[0] ?? ''));
    expect(scripts.length).toBeGreaterThan(40);
    for (const digits of scripts)
      expect(digits.map(bareId)).toEqual(Array.from({ length: 10 }, (_, digit) => `${10 + digit}`));
  });

  test.each([
    ['7\u200bx', '; it has the invisible character U+200B'],
    ['7\u00008', '; it has the invisible character U+0000'],
    ['7\u00a08', '; it has the invisible character U+00A0'],
    ['7\t8', '; it has the invisible character U+0009'],
    ['\u28007', '; it has the invisible character U+2800'],
    ['\u200ea\u200fb\u200cc\u200dd\u200e', '; it has the invisible characters U+200E, U+200F, U+200C …'],
    ['7 8', ''],
  ])('is refused with its invisible characters: %j', (text, named) =>
    expect(problemOf(IdText, text)).toBe(`must be a whole number, such as 42${named}`),
  );

  test('counts as missing without a visible character', () =>
    expect(problemOf(IdText, '\u200b')).toBe(
      'must be a whole number, such as 42; it has the invisible character U+200B',
    ));
});

test.each(['\u200e7', '７', '7\ufe0f'])('an id in a path or query is read without such help: %j', (text) =>
  expect(Int64Text.safeParse(text).success).toBe(false),
);

test('an id schema has no transform, which would keep a function in memory for each value', () => {
  expect([Int64.def.in.def.type, Int64.def.out.def.type]).toEqual(['custom', 'custom']);
});
