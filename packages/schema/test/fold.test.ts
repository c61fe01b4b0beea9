import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldedOf, matchesIn, searchWords, wordsOf } from '../src/text/fold.ts';
import { anyText } from './any-text.ts';

/** Whether `q` finds a plant of this name by words alone. */
const isFoundBy = (name: string, q: string) =>
  searchWords(q).every((word) => foldedOf({ name }).includes(` ${word}`));

/** Text as people and programs write it, mostly outside ASCII. */
const text = fc.string({
  maxLength: 40,
  unit: fc.oneof(
    fc.constantFrom(...'aāÅøßłþ×x ʻ’\'-."*%_éﷺ½İſςKﬁ龟ガンก🌵©1٣'),
    fc.constantFrom(
      'e\u0301',
      '\ud83d\udc69\u200d\ud83c\udf3e',
      '\u0000',
      '\ud800',
      '\u00ad',
      '\u1112\u1161\u11ab',
    ),
    anyText({ maxLength: 1 }),
  ),
});

describe('the folded form of a text', () => {
  test.for<[string, string]>([
    ['Pūhā', 'puha'],
    ['MONSTERA  deliciosa', 'monstera deliciosa'],
    ['×Fatshedera lizei', 'fatshedera xfatshedera lizei'],
    ['Abelia × grandiflora', 'abelia x grandiflora'],
    ['Abelia ×grandiflora', 'abelia grandiflora xgrandiflora'],
    ["St. John's wort", 'st johns wort'],
    ['St. John’s wort', 'st johns wort'],
    ['ʻŌhiʻa lehua', 'ohia lehua'],
    ["Rosa 'Peace'", 'rosa peace'],
    ['Smørblomst Łódź Straße œillet þistill', 'smorblomst lodz strasse oeillet thistill'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul', 'istanbul'],
    ['龟背竹', '龟 背 竹'],
    ['ガジュマル', 'カ シ ュ マ ル'],
    ['난초 한국', '난초 한국'],
    ['Knock Out®', 'knock out'],
    ['a-b_c/d (e)', 'a b c d e'],
    ['Cactus 🌵', 'cactus 🌵'],
    ['---', ''],
    ['', ''],
  ])('%s is %s', ([original, folded]) => {
    expect(fold(original)).toBe(folded);
  });

  test('of a folded text is the same text', () => {
    fc.assert(fc.property(text, (original) => void expect(fold(fold(original))).toBe(fold(original))));
  });

  test('is the same for composed and decomposed text, in upper and lower case', () => {
    fc.assert(
      fc.property(text, (original) => {
        expect(fold(original.normalize('NFD'))).toBe(fold(original.normalize('NFC')));
        expect(fold(original.normalize('NFC').toLowerCase())).toBe(fold(original));
      }),
    );
  });

  test('has words of letters, digits and pictures, with one space between two words', () => {
    fc.assert(
      fc.property(text, (original) => {
        for (const word of fold(original)
          .split(' ')
          .filter((_, index, words) => words.length > 1 || index > 0))
          expect(word).toMatch(/^(?:[\p{L}\p{N}]+|\p{Emoji})$/u);
      }),
    );
  });

  test('of ASCII is the same on the fast path and on the general path', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 });
    fc.assert(
      fc.property(ascii, (original) => {
        const words = wordsOf(original).map((word) => word.text);
        expect(fold(original)).toBe(words.join(' '));
      }),
    );
  });
});

describe('the stored words of a plant', () => {
  test('have a space before each word, and a line feed between name and tag', () => {
    expect(foldedOf({ name: 'Pūhā', tag: 'Wild herb' })).toBe(' puha\n wild herb');
    expect(foldedOf({ name: 'Pūhā', tag: null })).toBe(' puha\n');
    expect(foldedOf({ name: '---' })).toBe(' \n');
  });

  test('fit into an index and are well-formed for any name and tag', () => {
    const long = fc.constantFrom('ﷺ', '龟', '𠀀', '𠀀a', '×ł', 'ab ');
    fc.assert(
      fc.property(long, long, fc.integer({ min: 0, max: 100 }), (name, tag, cut) => {
        const folded = foldedOf({ name: 'a'.repeat(cut) + name.repeat(200 - cut), tag: tag.repeat(100) });
        expect(new TextEncoder().encode(folded).length).toBeLessThanOrEqual(2_300);
        expect(folded.isWellFormed()).toBe(true);
      }),
    );
  });

  test('contain the whole name in any script of a plant name', () => {
    expect(foldedOf({ name: '龟'.repeat(200) })).toBe(`${' 龟'.repeat(200)}\n`);
  });
});

describe('a search by words', () => {
  test.for<[string, string]>([
    ['Pūhā', 'puha'],
    ['Puha', 'pūhā'],
    ['×Fatshedera', 'xfatshedera'],
    ['×Fatshedera', 'fatshedera'],
    ['×Fatshedera', '×fatshedera'],
    ['×Fatshedera', '× fatshedera'],
    ['xFatshedera', '×'],
    ['Abelia × grandiflora', 'abelia x grandiflora'],
    ['Abelia × grandiflora', 'abelia grandiflora'],
    ['Abelia ×grandiflora', 'abelia × grandiflora'],
    ['Abelia x grandiflora', 'abelia ×grandiflora'],
    ["St. John's wort", 'johns'],
    ["St. John's wort", "john's"],
    ['ʻŌhiʻa', 'ohia'],
    ['ʻŌhiʻa', 'ʻŌHIʻA'],
    ['龟背竹', '竹'],
    ['龟背竹', '背竹'],
    ['モンステラ', 'ステラ'],
    ['Monstera deliciosa', 'del mon'],
    ['anything', '"*'],
  ])('%s is found by %s', ([name, q]) => {
    expect(isFoundBy(name, q)).toBe(true);
  });

  test.for<[string, string]>([
    ['Monstera', 'onstera'],
    ['Monstera deliciosa', 'mon x'],
    ['Aster', 'astera'],
  ])('%s is not found by %s', ([name, q]) => {
    expect(isFoundBy(name, q)).toBe(false);
  });

  test('a search for a name, or for the beginning of each of its words, finds the name', () => {
    fc.assert(
      fc.property(text, fc.nat(), (name, cut) => {
        expect(isFoundBy(name, name)).toBe(true);
        for (const word of fold(name).split(' ')) expect(isFoundBy(name, word.slice(0, cut % 5))).toBe(true);
      }),
    );
  });
});

describe('the marked part of a name', () => {
  const marked = (name: string, q: string) =>
    matchesIn(name, q).map(([start, end]) => name.slice(start, end));

  test('is the typed text as it is spelt in the name', () => {
    expect(marked('Pūhā', 'puh')).toEqual(['Pūh']);
    expect(marked('×Fatshedera lizei', 'xfat liz')).toEqual(['×Fat', 'liz']);
    expect(marked('×Fatshedera', 'fat')).toEqual(['Fat']);
    expect(marked("St. John's", 'johns')).toEqual(["John's"]);
    expect(marked('Straße', 'stras')).toEqual(['Straß']);
    expect(marked('龟背竹', '竹')).toEqual(['竹']);
    expect(marked('Monstera', 'x')).toEqual([]);
    expect(marked('Monstera', '')).toEqual([]);
  });

  test('lies within the name, in order, without overlapping', () => {
    fc.assert(
      fc.property(text, text, (original, q) => {
        const name = original.normalize('NFC');
        let before = 0;
        for (const [start, end] of matchesIn(name, q)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(name.length);
      }),
    );
  });
});
