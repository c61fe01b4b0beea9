import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { attributeText, balanced, isolated } from '../../../src/ui/text/isolated.ts';
import { Sentence } from '../../../src/ui/text/sentence.tsx';

const [fsi, pdi, rlo, rli] = ['\u2068', '\u2069', '\u202e', '\u2067'];
const added = (name: string) => `Added ${isolated(name)} (id 7).`;
const shown = (text: string | undefined) => renderToStaticMarkup(createElement(Sentence, { text }));

test('a sentence shows each name as text that no browser translates, without the marks', () => {
  for (const name of ['Rose', 'Pūhā', '=cmd|x', '榕树', 'שלום', `Fern${rlo}gpj.exe`])
    expect(shown(added(name))).toBe(`<span>Added <bdi translate="no">${name}</bdi> (id 7).</span>`);
  expect(shown(`${isolated('a')} and ${isolated('<img src=x>')}`)).toBe(
    '<span><bdi translate="no">a</bdi> and <bdi translate="no">&lt;img src=x&gt;</bdi></span>',
  );
});

test('a sentence without a name stays, and an empty one leaves its place empty', () => {
  expect(shown(`Not ${fsi}marked.`)).toBe(`<span>Not ${fsi}marked.</span>`);
  expect([shown(''), shown(undefined)]).toEqual(['', '']);
});

test('in an attribute, a name without direction marks has no marks, in any script', () => {
  for (const name of ['Fern', '', 'Pūhā', '=cmd|x', '<img src=x>', '榕树', '🌿', 'Monstera 7'])
    expect(attributeText(added(name))).toBe(`Added ${name} (id 7).`);
});

test('in an attribute, a name that could change the direction around it keeps its marks', () => {
  for (const name of ['شجرة', 'עץ', `Fern${rlo}gpj.exe`, '\u200fx', '𐤀'])
    expect(attributeText(added(name))).toBe(`Added ${fsi}${name}${pdi} (id 7).`);
});

test('no name can end its isolation or leave an isolate open', () => {
  expect(isolated(`Fern${pdi}${rlo}evil`)).toBe(`${fsi}Fern${rlo}evil${pdi}`);
  expect(isolated(`a${rli}b`)).toBe(`${fsi}ab${pdi}`);
  expect(balanced(`Fern${pdi}${rlo}evil`)).toBe(`Fern${rlo}evil`);
  expect(balanced(`a${rli}b`)).toBe(`a${rli}b${pdi}`);
  expect(balanced(`a${rli}b${pdi}${pdi}c`)).toBe(`a${rli}b${pdi}c`);
  for (let number = 0; number < 4 ** 6; number++) {
    const text = number.toString(4).replaceAll(/\d/g, (digit) => ['ع', rlo, rli, pdi][Number(digit)] ?? '');
    const depths = [0];
    for (const character of balanced(text))
      depths.push(
        (depths.at(-1) ?? 0) + (/[\u2066-\u2068]/.test(character) ? 1 : character === pdi ? -1 : 0),
      );
    expect([depths.at(-1), Math.min(...depths)]).toEqual([0, 0]);
  }
});
