import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { int64Max, int64Min } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { fittedLines } from '../../../src/plants/paper/labels/fitted-lines.ts';
import { code128, type LabelCode, moduleMm, qrCode } from '../../../src/plants/paper/labels/label-code.ts';
import { drawnLabel } from '../../../src/plants/paper/labels/label-drawing.ts';
import { LabelSettings, type SettingsText } from '../../../src/plants/paper/labels/label-settings.ts';

prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
  } as object,
});

const ids = [0n, 7n, -1n, 42n, 123n, 12345n, 4006381333931n, -400638133393n, int64Max, int64Min];

test('another decoder reads each id, and each address of a plant', async () => {
  for (const id of ids) {
    expect(await decoded(code128(id))).toEqual([String(id), 'Code128']);
    const address = `https://plants.example/plants/${id}`;
    expect(await decoded(qrCode(address))).toEqual([address, 'QRCode']);
  }
});

test('a label of 63.5 mm has room for the longest id, in modules of whole dots of at least 0.25 mm', () => {
  expect(moduleMm(code128(int64Min), 63.5)).toBeCloseTo(0.339, 3);
  expect(moduleMm(code128(int64Min), 48)).toBeCloseTo(0.254, 3);
  expect(moduleMm(code128(int64Min), 47)).toBeUndefined();
});

/** Draws the path of a code, with its white space, three pixels a module. */
async function decoded({ path, modules, quiet, isWide }: LabelCode) {
  const scale = 3;
  const size = (modules + 2 * quiet) * scale;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 0; row < (isWide ? size : scale); row++)
      for (let column = 0; column < Number(width) * scale; column++) {
        const top = isWide ? row : (Number(y) + quiet) * scale + row;
        data.fill(
          0,
          (top * size + (Number(x) + quiet) * scale + column) * 4,
          (top * size + (Number(x) + quiet) * scale + column) * 4 + 3,
        );
      }
  const [code] = await readBarcodes({ data, width: size, height: size, colorSpace: 'srgb' } as ImageData);
  return [code?.text, code?.format];
}

test('a long name ends at a word with …, and a long word at a character', () => {
  const fits = (line: string) => [...new Intl.Segmenter().segment(line)].length <= 10;
  expect(fittedLines('Pūhā × 𝒂', 2, fits)).toEqual(['Pūhā × 𝒂']);
  expect(fittedLines('Hosta sieboldiana elegans', 2, fits)).toEqual(['Hosta', 'sieboldia…']);
  expect(fittedLines('Ficus lyrata of Ann', 2, fits)).toEqual(['Ficus', 'lyrata of…']);
  expect(fittedLines('👨‍👩‍👧‍👦'.repeat(12), 1, fits)).toEqual([`${'👨‍👩‍👧‍👦'.repeat(9)}…`]);
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
      fc.integer({ min: 1, max: 3 }),
      (name, max) => {
        const lines = fittedLines(name.trim(), max, fits);
        expect(lines.length).toBeLessThanOrEqual(max);
        const shown = lines.join('').replaceAll(/[\s…]/g, '');
        expect(name.replaceAll(/[\s…]/g, '').startsWith(shown)).toBe(true);
      },
    ),
  );
});

test('an id is on every label whole, at each size and without a code that is too small to scan', () => {
  const measure = (text: string) => text.length * 0.6;
  for (const [width, height] of [
    [200, 100],
    [380, 212],
    [635, 381],
    [2000, 2900],
  ] as const) {
    const plant = { id: int64Min, name: 'x'.repeat(200), tag: 'y'.repeat(100) };
    const { texts, code } = drawnLabel(plant, { width, height }, code128(int64Min), measure);
    const id = texts.find(({ kind }) => kind === 'id');
    expect(id?.text).toBe(String(int64Min));
    expect((id?.x ?? 0) + measure(id?.text ?? '') * (id?.size ?? 0)).toBeLessThanOrEqual(width);
    for (const { y } of texts) expect(y).toBeLessThanOrEqual(height);
    expect(code === undefined).toBe(width < 480);
  }
});

test('a label without room for the tag says so', () => {
  const lacksTag = (height: number, tag?: string) =>
    drawnLabel({ id: 1n, name: 'Fern', ...(tag && { tag }) }, { width: 635, height }, undefined, () => 1)
      .lacksTag;
  expect([lacksTag(381, 'wet'), lacksTag(80, 'wet'), lacksTag(80)]).toEqual([false, true, false]);
});

const usual: SettingsText = {
  kind: 'own',
  own: {
    ...{ paperWidth: '210', paperHeight: '297', columns: '3', rows: '7' },
    ...{ width: '63,5', height: '38.1', gapX: '2.54', gapY: '0' },
  },
  ...{ code: 'code128', first: '21', offsetX: '-0,5', offsetY: '0' },
};

test('a label of 3 mm or 3 m, and labels wider than the paper, are refused with what is right', () => {
  const refusals = (changes: Partial<SettingsText['own']>, rest: Partial<SettingsText> = {}) =>
    LabelSettings.safeParse({ ...usual, ...rest, own: { ...usual.own, ...changes } }).error?.issues.map(
      ({ path, message }) => [path.join('.'), message],
    );
  expect(LabelSettings.parse(usual)).toMatchObject({ sheet: { width: 63.5 }, first: 21, offsetX: -0.5 });
  const range = [['own.width', 'Enter a number from 20 to 420 mm.']];
  for (const width of ['3', '3000', '', 'x', 'Infinity']) expect(refusals({ width })).toEqual(range);
  expect(refusals({ width: '80' })).toEqual([
    ['own.width', 'The labels and gaps of a row are 245.08 mm wide; the paper has 210 mm.'],
  ]);
  expect(refusals({ rows: '1.5' })).toEqual([['own.rows', 'Enter a whole number from 1 to 50.']]);
  expect(refusals({}, { first: '22' })).toEqual([['first', 'Enter a whole number from 1 to 21.']]);
});
