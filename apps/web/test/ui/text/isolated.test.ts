import { expect, test } from 'vitest';
import { isolated } from '../../../src/ui/text/isolated.ts';

const [fsi, pdi, rlo, rli] = ['\u2068', '\u2069', '\u202e', '\u2067'];

test('a text without direction marks does not change, in any script', () => {
  for (const text of ['Fern', '', 'Pūhā', '=cmd|x', '<img src=x>', '榕树', '🌿', 'Monstera 7'])
    expect(isolated(text)).toBe(text);
});

test('a text that could change the direction around it is isolated', () => {
  for (const text of ['شجرة', 'עץ', `Fern${rlo}gpj.exe`, '\u200fx', '𐤀'])
    expect(isolated(text)).toBe(fsi + text + pdi);
});

test('no text can end its isolation or leave an isolate open', () => {
  expect(isolated(`Fern${pdi}${rlo}evil`)).toBe(`${fsi}Fern${rlo}evil${pdi}`);
  expect(isolated(`a${rli}b`)).toBe(`${fsi}a${rli}b${pdi}${pdi}`);
  expect(isolated(`a${rli}b${pdi}${pdi}c`)).toBe(`${fsi}a${rli}b${pdi}c${pdi}`);
  for (let number = 0; number < 4 ** 6; number++) {
    const text = number.toString(4).replaceAll(/\d/g, (digit) => ['ع', rlo, rli, pdi][Number(digit)] ?? '');
    const depths: number[] = [];
    for (const character of isolated(text))
      depths.push(
        (depths.at(-1) ?? 0) + (/[\u2066-\u2068]/.test(character) ? 1 : character === pdi ? -1 : 0),
      );
    expect([depths.pop(), Math.min(...depths)]).toEqual([0, 1]);
  }
});
