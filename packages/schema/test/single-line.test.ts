import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  NewPlant,
  NewPlantText,
  nameMaxLength,
  PlantFilter,
  StoredPlant,
  tagMaxLength,
} from '../src/index.ts';
import { storedLine, storedTag } from '../src/text/characters.ts';
import { anyText } from './any-text.ts';

test('the published lengths', () => {
  expect([nameMaxLength, tagMaxLength]).toEqual([200, 100]);
});

const nameOf = (name: unknown) => NewPlant.safeParse({ id: 7, name });
const tagOf = (tag: unknown) => NewPlant.safeParse({ id: 7, name: 'Fern', tag });
const cases = [
  { field: 'name', max: nameMaxLength, parse: nameOf, normalize: storedLine },
  { field: 'tag', max: tagMaxLength, parse: tagOf, normalize: storedTag },
] as const;

/** The spaces and line separators of Unicode. */
const spaces = '\u00a0\u1680\u2000\u2002\u2007\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

describe.each(cases)('$field', ({ field, max, parse, normalize }) => {
  const stored = (text: unknown) => parse(text).data?.[field];
  const problemOf = (text: unknown) => parse(text).error?.issues[0]?.message;

  test.each([...spaces])('has a plain space in place of %j', (space) => {
    expect(stored(`kitchen${space}herb`)).toBe('kitchen herb');
  });

  test.each(['\u200b', '\u3164', '\u2800', '\u00ad', '\u034f', '\u2060', '\ufe0f', '\u{e0020}', '\u{1d159}'])(
    'is refused as %j, which has no visible character, and the message names it',
    (text) => {
      const name = `U+${text.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
      expect(problemOf(text)).toBe(`must have a visible character; it has only ${name}`);
      expect(problemOf(` ${text}\u00a0${text}`)).toBe(problemOf(text));
      expect(stored(`a${text}b`)).toBe(`a${text}b`);
    },
  );

  test('is refused without a visible character, and the message names at most three', () => {
    expect(problemOf('\u200b\u200c\u00ad\u200b\u3164')).toMatch(/ only U\+200B, U\+200C, U\+00AD …$/);
  });

  test('is refused with any character that changes the direction of text, named in the message', () => {
    const passed = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].filter(
      (character) => parse(`a${character}b`).success,
    );
    expect(passed).toEqual([]);
    expect(problemOf('Rose\u202eesoR')).toBe(
      'must not contain characters that change the direction of text; it has U+202E',
    );
    expect(stored('\u200fורד')).toBe('\u200fורד');
  });

  test.each(['می\u200cخواهم', '👩\u200d🌾', '🌶\ufe0f', 'Sukku\u00adlente', 'a\u0301\u0323', '\u0301'])(
    'may have joiners, variation selectors, soft hyphens and marks, as in %j',
    (text) => expect(stored(text)).toBe(text.normalize('NFC')),
  );

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
    expect(stored(`a${'\u00a0'.repeat(max)}b`)).toBe(field === 'tag' ? 'a b' : undefined);
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
      // The upgrade of tags would not end for a tag that changes again.
      fc.string({ unit: fc.constantFrom(...' \u00a0\u2000\u2028\u3000\ufeff\u200bae\u0301') }),
    );
    fc.assert(
      fc.property(text, (written) => {
        const kept = stored(written);
        if (kept === undefined) return;
        expect(kept).toBe(normalize(written));
        expect(kept).toBe(kept.trim());
        expect([...kept].length).toBeLessThanOrEqual(max);
        expect(stored(kept)).toBe(kept);
      }),
      { numRuns: 500 },
    );
  });
});

test('a name keeps runs of spaces, and a tag has one space in place of several', () => {
  expect(nameOf('Monstera  deliciosa ‘Albo’').data?.name).toBe('Monstera  deliciosa ‘Albo’');
  expect(tagOf('kitchen \u00a0 herb').data?.tag).toBe('kitchen herb');
  expect(NewPlantText.shape.tag.parse(' kitchen\u3000\v\u0085  herb ')).toBe('kitchen herb');
});

test('a text that no field can take is not normalized, as thousands of marks after a letter need seconds', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const marks = `a${'\u0301\u0323'.repeat(10_000)}`;
  expect(nameOf(marks).error?.issues[0]?.message).toMatch(/must have 1 to 200 characters; it has 20001/);
  expect([tagOf(marks).success, PlantFilter.safeParse({ q: marks, tag: marks }).success]).toEqual([
    false,
    false,
  ]);
  expect(normalize.mock.contexts.filter((text) => String(text).length > 2_000)).toEqual([]);
  normalize.mockRestore();
  expect(tagOf(`e\u0301${' '.repeat(3_000)}e\u0301`).data?.tag).toBe('\u00e9 \u00e9');
  const letters = '\u03b1\u0313\u0300\u0345'.repeat(nameMaxLength);
  expect(nameOf(letters).data?.name).toBe('\u1f82'.repeat(nameMaxLength));
});

test('a stored plant is given as it is, also one that the store refuses today', () => {
  const old = { id: 7n, name: 'Rose\u202eesoR', tag: 'kitchen\u00a0 herb' };
  expect(StoredPlant.parse(old)).toEqual(old);
  expect(StoredPlant.parse({ ...old, name: '\u200b' }).name).toBe('\u200b');
});

test('a name is required, and the message says so', () => {
  expect(nameOf(undefined).error?.issues[0]?.message).toBe('is missing; give 1 to 200 characters');
});

test('a tag may be left out, but null is refused', () => {
  expect([tagOf(undefined).success, tagOf(null).success]).toEqual([true, false]);
});
