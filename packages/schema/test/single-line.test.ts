import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameMaxLength, Plant, tagMaxLength } from '../src/index.ts';
import { anyText } from './any-text.ts';

test('the published lengths', () => {
  expect([nameMaxLength, tagMaxLength]).toEqual([200, 100]);
});

const nameOf = (name: unknown) => Plant.safeParse({ name });
const tagOf = (tag: unknown) => Plant.safeParse({ name: 'Fern', tag });
const cases = [
  { field: 'name', max: nameMaxLength, parse: nameOf },
  { field: 'tag', max: tagMaxLength, parse: tagOf },
] as const;

describe.each(cases)('$field', ({ field, max, parse }) => {
  const stored = (text: unknown) => parse(text).data?.[field];
  const problemOf = (text: unknown) => parse(text).error?.issues[0]?.message;

  test('keeps its inner spaces', () => {
    expect(stored('Monstera  deliciosa ‘Albo’ 🌿')).toBe('Monstera  deliciosa ‘Albo’ 🌿');
  });

  test('is trimmed at both ends, of every kind of white space', () => {
    expect(stored(' \t\n\r  \u3000\uFEFFFern\u2028 \n')).toBe('Fern');
  });

  test('is stored in Unicode NFC', () => {
    expect(stored('Fougère'.normalize('NFD'))).toBe('Foug\u00e8re');
  });

  test.each([1, max - 1, max])('may have %i characters', (length) => {
    expect(stored('x'.repeat(length))).toHaveLength(length);
  });

  test('is refused with one character too many, and the message has the number of characters', () => {
    expect(problemOf('x'.repeat(max + 1))).toBe(`must have 1 to ${max} characters; it has ${max + 1}`);
  });

  test('characters are code points, not UTF-16 units', () => {
    expect(stored('🌿'.repeat(max))).toBe('🌿'.repeat(max));
    expect(problemOf('🌿'.repeat(max + 1))).toContain(`it has ${max + 1}`);
  });

  test('characters are counted after trimming and NFC', () => {
    expect(stored(`  ${'e\u0301'.repeat(max)}  `)).toBe('é'.repeat(max));
  });

  test.each(['', ' ', '\n\t', '\u00a0\u3000'])('is refused as %j, which is empty after trimming', (text) => {
    expect(problemOf(text)).toBe(`is empty; give 1 to ${max} characters`);
  });

  test('is refused with any control character inside, named in the message', () => {
    const codes = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i)];
    const passed = codes.filter((code) => parse(`a${String.fromCharCode(code)}b`).success);
    expect(passed).toEqual([]);
    expect(problemOf('a\u0000b')).toBe('must not contain control characters; it has U+0000');
    expect(problemOf('a\u009fb')).toBe('must not contain control characters; it has U+009F');
  });

  test.each(['\ud83c', '\udf3f', 'a\udf3f\ud83cb'])(
    'is refused with half a surrogate pair, which has no UTF-8 form (%j)',
    (text) => expect(problemOf(text)).toBe('must be well-formed Unicode; it has half of a surrogate pair'),
  );

  test.each([7, 7n, true, null, ['Fern'], { length: 4 }, Object('Fern')])('is refused as %s', (value) =>
    expect(problemOf(value)).toBe(`must be text of 1 to ${max} characters`),
  );

  test('an accepted value is trimmed, in NFC and within the limits, and then no longer changes', () => {
    const text = fc.oneof(
      anyText({ maxLength: max + 20 }),
      fc.string({ unit: 'grapheme', maxLength: max + 20 }),
    );
    fc.assert(
      fc.property(text, (written) => {
        const kept = stored(written);
        if (kept === undefined) return;
        expect(kept).toBe(written.trim().normalize('NFC'));
        expect(kept).toBe(kept.trim());
        expect([...kept].length).toBeLessThanOrEqual(max);
        expect(stored(kept)).toBe(kept);
      }),
      { numRuns: 500 },
    );
  });
});

test('a name is required, and the message says so', () => {
  expect(nameOf(undefined).error?.issues[0]?.message).toBe('is missing; give 1 to 200 characters');
});

test('a tag may be left out, but null is refused', () => {
  expect([tagOf(undefined).success, tagOf(null).success]).toEqual([true, false]);
});
