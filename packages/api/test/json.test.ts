import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, readNumber, toJson } from '../src/json.ts';

test('any integer of up to 300 digits comes through, digit for digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 300n), max: 10n ** 300n }), (id) => {
      expect(toJson(parseJson(`{"id":${id}}`))).toBe(`{"id":${id}}`);
      expect(BigInt((parseJson(`{"id":${id}}`) as { id: bigint | number }).id)).toBe(id);
    }),
    { numRuns: 2_000 },
  );
});

test('an integer is the same however its digits are shifted by an exponent', () => {
  const shifted = fc.tuple(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), fc.integer({ min: 0, max: 30 }));
  fc.assert(
    fc.property(shifted, ([value, shift]) => {
      expect(BigInt(readNumber(`${value}${'0'.repeat(shift)}e-${shift}`) as number)).toBe(value);
      expect(BigInt(readNumber(`${value}e${shift}`) as number)).toBe(value * 10n ** BigInt(shift));
      expect(BigInt(readNumber(`${value}.${'0'.repeat(shift + 1)}E+0`) as number)).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

test('what has a fraction is never made whole, however small the fraction', () => {
  for (const token of ['1.5', '1e-1', '1.0000000000000000000001', '9007199254740993.1', '0.1e-400']) {
    const value = readNumber(token);
    expect(Number.isInteger(value) || typeof value === 'bigint').toBe(false);
  }
});

test('a number beyond all bounds is neither infinity nor a gigabyte of zeros', () => {
  for (const token of ['1e999', '-1e400', '1e99999999999999999999'])
    expect(toJson(readNumber(token))).toBe(token);
});

test('every other JSON value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(toJson(parseJson(JSON.stringify(value))))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 1_000 },
  );
});

test('a key named __proto__ is a key', () => {
  const value = parseJson('{"__proto__":{"x":1}}') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect('x' in value).toBe(false);
});
