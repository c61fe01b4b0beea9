import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  NewPlant,
  nameMaxLength,
  PlantQuery,
  PlantReplacement,
  PlantSelection,
  searchWords,
  tagMaxLength,
} from '../src/index.ts';
import { invisible, storedLine, storedTag } from '../src/text/characters.ts';
import { anyText } from './any-text.ts';

/** The pattern of a field in the OpenAPI document. */
function patternOf(field: z.core.$ZodType): RegExp {
  const { override } = z.globalRegistry.get(field) as { override: { pattern: string } };
  return new RegExp(override.pattern, 'u');
}

/** Texts with much white space, many control and invisible characters, of lengths around the maximum. */
const texts = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...' \t\n\v\f\r\u0000\u001f\u007f\u0085\u00a0\ufeffaé'),
        fc.constantFrom(...'\u00ad\u200b\u2028\u202e\u2066\u2800\u3164\u{1d159}\u{e0041}🌿'),
        anyText(),
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
  anyText({ minLength: 90, maxLength: 210 }),
);

test.each([
  ['name', NewPlant.shape.name, nameMaxLength, storedLine],
  ['tag', PlantReplacement.shape.tag.unwrap(), tagMaxLength, storedTag],
  ['tag of a filter', PlantQuery.shape.tag.unwrap(), tagMaxLength, storedTag],
])('the pattern of a %s matches exactly the accepted texts, once trimmed', (_, schema, max, normalize) => {
  const pattern = patternOf(schema);
  const isShort = (text: string) => [...normalize(text)].length <= max;
  fc.assert(
    fc.property(texts, (text) => {
      const isAccepted = schema.safeParse(text).success;
      expect(isAccepted).toBe(pattern.test(text.trim()) && isShort(text));
      // Matching text is also accepted before it is trimmed.
      expect(isAccepted || !pattern.test(text) || !isShort(text)).toBe(true);
    }),
    { numRuns: 1_000, examples: [[' '], ['\t'], ['\ufeff'], ['\u0085']] },
  );
});

test('the invisible characters are those of Unicode, and a few blank letters and symbols', () => {
  const isInvisible = new RegExp(`[${invisible}]`, 'u');
  const differing = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) =>
      isInvisible.test(character) !== /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}]/u.test(character),
  );
  expect(differing).toEqual(['\u2800', '\u{13441}', '\u{13442}', '\u{1d159}']);
});

test('each character in the pattern of a bulk search makes a search word', () => {
  const { filter } = PlantSelection.shape;
  const pattern = patternOf(filter.unwrap().shape.q.unwrap());
  const wordless: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (pattern.test(character) && searchWords(character).length === 0) wordless.push(code.toString(16));
  }
  expect(wordless).toEqual([]);
  expect(pattern.test('--')).toBe(false);
  expect(pattern.test('草')).toBe(true);
});
