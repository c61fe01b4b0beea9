import type { StoredPlant } from '@plant-store/schema';
import { useEffect, useMemo, useState } from 'react';
import { texts } from '../texts.ts';
import { code128, qrCode } from './label-code.ts';
import { drawnLabel, type LabelDrawing, type Measure, unitsPerMm } from './label-drawing.ts';
import type { LabelSettings } from './label-settings.ts';

/** The drawings are `undefined` until the fonts are loaded, by which texts are measured. */
export function useDrawings(
  plants: readonly StoredPlant[],
  { sheet, code }: LabelSettings,
): { drawings?: LabelDrawing[]; problem?: string } {
  const [measure, setMeasure] = useState<{ by: Measure }>();
  useEffect(() => {
    void loadFonts(plants).then((by) => setMeasure({ by }));
  }, [plants]);
  const codes = useMemo(() => plants.map(({ id }) => codeOf[code](id)), [plants, code]);
  return useMemo(() => {
    if (!measure) return {};
    const size = { width: sheet.width * unitsPerMm, height: sheet.height * unitsPerMm };
    const drawings = plants.map((plant, index) => drawnLabel(plant, size, codes[index], measure.by));
    const noCode = code === 'none' ? 0 : drawings.filter((drawing) => !drawing.code).length;
    const noTag = drawings.filter(({ lacksTag }) => lacksTag).length;
    const problems = [noCode > 0 && texts.labels.noCode(noCode), noTag > 0 && texts.labels.noTag(noTag)];
    return { drawings, problem: problems.filter(Boolean).join(' ') };
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
