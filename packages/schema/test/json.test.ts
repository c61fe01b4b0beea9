import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Int64, RepeatedKey } from '../src/index.ts';
import { parseJson, readNumber, toJson } from '../src/values/json.ts';

test('any integer of up to 300 digits is exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 300n), max: 10n ** 300n }), (id) => {
      expect(toJson(parseJson(`{"id":${id}}`))).toBe(`{"id":${id}}`);
      expect(BigInt((parseJson(`{"id":${id}}`) as { id: bigint | number }).id)).toBe(id);
    }),
    { numRuns: 2_000 },
  );
});

test('an integer is the same with any exponent', () => {
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

test('even the smallest fraction does not become a whole number', () => {
  for (const token of ['1.5', '1e-1', '1.0000000000000000000001', '9007199254740993.1', '0.1e-400']) {
    const value = readNumber(token);
    expect(Number.isInteger(value) || typeof value === 'bigint').toBe(false);
  }
});

test('a huge number becomes neither infinity nor a gigabyte of zeros', () => {
  for (const token of ['1e999', '-1e400', '1e99999999999999999999'])
    expect(toJson(readNumber(token))).toBe(token);
});

test('every other JSON value has the same result as with JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(toJson(parseJson(JSON.stringify(value))))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 1_000 },
  );
});

test('a key named __proto__ is an ordinary key', () => {
  const value = parseJson('{"__proto__":{"x":1}}') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect('x' in value).toBe(false);
});

const numberToken = fc.oneof(
  fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String),
  fc.integer().map((value) => `${value}.0`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('-0', '0e5', '1e400', '1E-7', '999999999999999', '9007199254740993', '0.1e-400'),
);

test('the fast path for short texts has the same result as the general path', () => {
  const json = fc.tuple(fc.jsonValue(), numberToken, fc.constantFrom('id', '__proto__', '7.5', '1e9'));
  fc.assert(
    fc.property(json, ([value, token, key]) => {
      const text = `{"before":${JSON.stringify(value)},"${key}":${token},"list":[${token},"${token}"]}`;
      expect(parseJson(text)).toStrictEqual(parseJson(`${text}${' '.repeat(3_000)}`));
    }),
    { numRuns: 5_000 },
  );
});

test('the output is that of JSON.stringify, except for the digits of a bigint', () => {
  const anything = fc.object({
    values: [
      fc.bigInt(),
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(undefined, null, new Date(0)),
    ],
  });
  const withReplacer = (value: unknown) =>
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? JSON.rawJSON(`${part}`) : part));
  fc.assert(
    fc.property(anything, (value) => {
      expect(toJson(value)).toBe(withReplacer(value));
    }),
    { numRuns: 2_000 },
  );
  const odd = JSON.parse('{"__proto__":{"id":1},"list":[{"__proto__":[]}]}');
  expect(toJson(odd)).toBe(withReplacer(odd));
});

test('in a browser without source text access, Int64 refuses a rounded number', () => {
  const parse = JSON.parse;
  vi.spyOn(JSON, 'parse').mockImplementation(
    (text: string, reviver: (key: string, value: unknown) => unknown) =>
      parse(text, (key, value) => reviver(key, value)),
  );
  const { id, rank } = parseJson('{"id":9007199254740993,"rank":7.5}') as { id: unknown; rank: unknown };
  expect([id, rank]).toEqual([2 ** 53, 7.5]);
  expect(Int64.safeParse(id).success).toBe(false);
});

test.each([
  ['{"id":1,"id":2}', '/id', 'has the key "id" twice in one object, again in column 9; send it once'],
  ['{"id":1,"id":1}', '/id', /column 9/],
  ['{"id":1,"id":{"x":[]}}', '/id', /column 9/],
  ['{"id":{"x":[1,2]},"id":1}', '/id', /column 19/],
  ['{"id":1,"\\u0069d":2}', '/id', /"id"/],
  ['{"":1,"":2}', '/', /key "" twice/],
  ['{"__proto__":1,"__proto__":2}', '/__proto__', /key "__proto__"/],
  ['{"a/b~":1,\n "a/b~":2}', '/a~1b~0', /line 2, column 2/],
  ['{"plants":[{"id":1},{"id":2,"id":3}]}', '/plants/1/id', /"id"/],
  ['[[],[{}],[1,{"a":{"b":1,"b":1}}]]', '/2/1/a/b', /"b"/],
  ['{"id":1.0000000000000000000001,"id":1e400}', '/id', /"id"/],
  ['{"id":9007199254740993,"x":1e400,"id":7}', '/id', /"id"/],
  [`{"${'x'.repeat(5_000)}":1,"${'x'.repeat(5_000)}":2}`, `/${'x'.repeat(5_000)}`, /"x{39}…" twice/],
  [`{"id":1,"id":2}${' '.repeat(3_000)}`, '/id', /"id"/],
])('a key that stands twice in an object is refused: %s', (text, pointer, message) => {
  expect(() => parseJson(text)).toThrow(message);
  expect(() => parseJson(text)).toThrow(expect.objectContaining({ pointer }));
});

test.each([
  '{"name":"a:b","tag":"\\"id\\":1,\\"id\\":2"}',
  '{"a":{"id":1},"b":{"id":1},"id":[{"id":1},{"id":1}]}',
  '{"id":1,"Id":2,"text":"{\\"id\\":1"}',
  '{"name":":","x":[":",":"]}',
])('a key that stands twice only in texts or in different objects is accepted: %s', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test('any JSON is accepted, and refused once a key of any of its objects is repeated', () => {
  const objects = fc.jsonValue().map((value) => ({ a: value, ':': [{ b: value }] }));
  fc.assert(
    fc.property(objects, (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toHaveProperty('a');
      expect(() => parseJson(text.replace('{"b":', '{"b":1,"b":'))).toThrow(RepeatedKey);
    }),
    { numRuns: 1_000 },
  );
});
