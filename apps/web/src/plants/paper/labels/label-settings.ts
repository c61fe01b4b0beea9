import * as z from 'zod/mini';
import { storedJson, storeText } from '../../../ui/browser-storage.ts';
import { texts } from '../texts.ts';

/** A number in a field, with a decimal point or comma. */
const number = z.pipe(
  z.string(),
  z.transform((text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))),
);
const millimetres = (min: number, max: number) => {
  const error = texts.settings.millimetres(min, max);
  return z.pipe(number, z.number({ error }).check(z.minimum(min, { error }), z.maximum(max, { error })));
};
const whole = (max: number) => {
  const error = texts.settings.whole(max);
  return z.pipe(number, z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error })));
};

/** A sheet of labels in its middle, in millimetres. */
const Sheet = z.object({
  paperWidth: millimetres(20, 420),
  paperHeight: millimetres(10, 420),
  columns: whole(20),
  rows: whole(50),
  width: millimetres(20, 420),
  height: millimetres(10, 420),
  gapX: millimetres(0, 50),
  gapY: millimetres(0, 50),
});

/** Avery's numbers, which other makers use too. */
const sheets: Record<'l7160' | 'a5160', z.input<typeof Sheet>> = {
  l7160: sheet(['210', '297'], ['3', '7'], ['63.5', '38.1'], ['2.54', '0']),
  a5160: sheet(['215.9', '279.4'], ['3', '10'], ['66.675', '25.4'], ['3.175', '0']),
};

function sheet(paper: Pair, [columns, rows]: Pair, [width, height]: Pair, [gapX, gapY]: Pair) {
  const [paperWidth, paperHeight] = paper;
  return { paperWidth, paperHeight, columns, rows, width, height, gapX, gapY };
}
type Pair = [string, string];

const Chosen = z.object({
  kind: z.enum(['l7160', 'a5160', 'own']),
  own: Sheet,
  code: z.enum(['code128', 'qr', 'none']),
  first: whole(1_000),
  offsetX: millimetres(-20, 20),
  offsetY: millimetres(-20, 20),
});
type Chosen = z.infer<typeof Chosen>;

export const LabelSettings = z
  .pipe(
    Chosen,
    z.transform(({ kind, own, ...rest }: Chosen) => ({
      ...rest,
      sheet: kind === 'own' ? own : Sheet.parse(sheets[kind]),
    })),
  )
  .check(({ value: { sheet, first }, issues }) => {
    const { columns, rows, width, height, gapX, gapY, paperWidth, paperHeight } = sheet;
    const refuse = (path: string[], input: number, message: string) =>
      issues.push({ code: 'custom', path, input, message });
    const needed = { x: columns * (width + gapX) - gapX, y: rows * (height + gapY) - gapY };
    if (needed.x > paperWidth + 0.01)
      refuse(['own', 'width'], width, texts.settings.tooWide(needed.x, paperWidth));
    if (needed.y > paperHeight + 0.01)
      refuse(['own', 'height'], height, texts.settings.tooHigh(needed.y, paperHeight));
    if (first > columns * rows) refuse(['first'], first, texts.settings.whole(columns * rows));
  });
export type LabelSettings = z.infer<typeof LabelSettings>;
export type SettingsText = z.input<typeof LabelSettings>;

const usual: SettingsText = {
  kind: 'l7160',
  own: sheets.l7160,
  code: 'code128',
  first: '1',
  offsetX: '0',
  offsetY: '0',
};

const key = 'plant-store-labels';

export function keptSettings(): SettingsText {
  const kept = storedJson('localStorage', key);
  return LabelSettings.safeParse(kept).success ? (kept as SettingsText) : usual;
}

/** @param text valid settings as JSON */
export const keepSettings = (text: string) => storeText('localStorage', key, text);
