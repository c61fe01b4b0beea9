import type { StoredPlant } from '@plant-store/schema';
import { useEffect, useMemo, useState } from 'react';
import { texts } from '../texts.ts';
import { code128, type LabelCode, qrCode } from './label-code.ts';
import { drawnLabel, type LabelDrawing, type Measure, unitsPerMm } from './label-drawing.ts';
import type { LabelSettings } from './label-settings.ts';

/** The drawings are `undefined` until the fonts are loaded, by which texts are measured. */
export function useDrawings(
  plants: readonly StoredPlant[],
  { sheet, code }: LabelSettings,
): { drawings?: LabelDrawing[]; problem?: string | undefined } {
  const [measure, setMeasure] = useState<{ by: Measure }>();
  useEffect(() => {
    void loadFonts(plants).then((by) => setMeasure({ by }));
  }, [plants]);
  const codes = useMemo(() => plants.map(({ id }) => codeOf[code](id)), [plants, code]);
  return useMemo(() => {
    if (!measure) return {};
    const size = { width: sheet.width * unitsPerMm, height: sheet.height * unitsPerMm };
    const draw = (plant: StoredPlant, ofPlant: LabelCode | undefined) =>
      drawnLabel(plant, size, ofPlant, measure.by);
    const drawings = plants.map((plant, index) => draw(plant, codes[index]));
    const without = code === 'none' ? [] : plants.filter((_, index) => !drawings[index]?.code);
    const [hardest] = without.toSorted((a, b) => String(b.id).length - String(a.id).length);
    if (!hardest) return { drawings };
    const other = code === 'qr' ? 'code128' : 'qr';
    const doesOtherFit = draw(hardest, codeOf[other](hardest.id)).code !== undefined;
    return { drawings, problem: texts.labels.noCode(without.length, doesOtherFit ? other : 'none') };
  }, [measure, plants, codes, sheet, code]);
}

const codeOf = {
  code128,
  qr: (id: bigint) => qrCode(`${location.origin}/plants/${id}`),
  none: () => undefined,
};

async function loadFonts(plants: readonly StoredPlant[]): Promise<Measure> {
  const family = getComputedStyle(document.body).fontFamily;
  const fonts = { name: `600 100px ${family}`, tag: `100px ${family}`, id: `100px ${family}` };
  const letters = [...new Set(plants.map(({ name, tag = '' }) => name + tag).join(''))].join('');
  // A font that cannot be loaded is replaced by the next one of its family, on the sheet and in the measure alike.
  await Promise.allSettled(Object.values(fonts).map((font) => document.fonts.load(font, `${letters}0…`)));
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  return (text, kind) => {
    if (context.font !== fonts[kind]) context.font = fonts[kind];
    return context.measureText(text).width / 100;
  };
}
