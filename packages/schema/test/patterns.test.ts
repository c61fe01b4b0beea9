import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameMaxLength, Plant, PlantQuery, PlantSelection, searchWords, tagMaxLength } from '../src/index.ts';
import { anyText } from './any-text.ts';

/** The pattern of a field in the OpenAPI document. */
function patternOf(field: { meta(): object | undefined }): RegExp {
  const { override } = field.meta() as { override: { pattern: string } };
  return new RegExp(override.pattern, 'u');
}

/** Texts with much white space and many control characters, of lengths around the maximum. */
const texts = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...' \t\n\v\f\r\u0000\u001f\u007f\u0085\u00a0\u200b\u2028\ufeffaé'),
        anyText(),
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
  anyText({ minLength: 90, maxLength: 210 }),
);
const isShort = (text: string, max: number) => [...text.trim().normalize('NFC')].length <= max;

test.each([
  ['name', Plant.shape.name, nameMaxLength],
  ['tag', Plant.shape.tag.unwrap(), tagMaxLength],
  ['tag of a filter', PlantQuery.shape.tag.unwrap(), tagMaxLength],
])('the pattern of a %s matches exactly the accepted texts, once trimmed', (_, schema, max) => {
  const pattern = patternOf(schema);
  fc.assert(
    fc.property(texts, (text) => {
      const isAccepted = schema.safeParse(text).success;
      expect(isAccepted).toBe(pattern.test(text.trim()) && isShort(text, max));
      // Matching text is also accepted before it is trimmed.
      expect(isAccepted || !pattern.test(text) || !isShort(text, max)).toBe(true);
    }),
    { numRuns: 1_000, examples: [[' '], ['\t'], ['\ufeff'], ['\u0085']] },
  );
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
