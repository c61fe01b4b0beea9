import type { StoredPlant } from '@plant-store/schema';
import { fittedLines } from './fitted-lines.ts';
import { type LabelCode, moduleMm } from './label-code.ts';

/** The drawing has ten units in a millimetre: some browsers enlarge fonts of only a few units. */
export const unitsPerMm = 10;

type LabelText = { x: number; y: number; size: number; text: string; kind: 'name' | 'tag' | 'id' };

export type LabelDrawing = {
  texts: LabelText[];
  /** The label has no room for the tag. */
  lacksTag: boolean;
  /** Absent without a code, and if the label is too small for it. */
  code?: { path: string; x: number; y: number; scaleX: number; scaleY: number };
};

/** The width of a text in a font of size 1. */
export type Measure = (text: string, kind: LabelText['kind']) => number;

type Size = { width: number; height: number };

/** Places the texts and the code of a plant on a label, in units. The name is cut if it is too long, the id never. */
export function drawnLabel(
  { id, name, tag }: StoredPlant,
  { width, height }: Size,
  code: LabelCode | undefined,
  measure: Measure,
): LabelDrawing {
  const pad = Math.min(34, width * 0.06, height * 0.09);
  const nameSize = Math.max(20, Math.min(42, height * 0.12, width * 0.08));
  const lineHeight = nameSize * 1.15;
  const placed = code && placedCode(code, { width, height }, { pad, nameSize, lineHeight });
  const left = placed?.isBelow ? placed.x : pad;
  const room = (placed && !placed.isBelow ? placed.x - placed.white : width - pad) - left;
  const bottom = placed?.isBelow ? placed.y - pad / 2 : height - pad - nameSize;
  const idSize = Math.min(placed?.isBelow ? nameSize * 0.8 : nameSize, room / measure(String(id), 'id'));
  const tagSize = nameSize * 0.85;
  const tagHeight = tag !== undefined && bottom - pad >= lineHeight + tagSize * 1.4 ? tagSize * 1.4 : 0;
  const linesMax = Math.max(1, Math.min(3, Math.floor((bottom - pad - tagHeight) / lineHeight)));
  const fitsIn = (kind: LabelText['kind'], size: number) => (line: string) =>
    measure(line, kind) * size <= room;
  const lines = fittedLines(name, linesMax, fitsIn('name', nameSize));
  const [tagLine] = tagHeight > 0 ? fittedLines(tag ?? '', 1, fitsIn('tag', tagSize)) : [];
  const tagY = pad + lines.length * lineHeight + tagSize;
  return {
    texts: [
      ...lines.map((text, index) => ({
        ...{ kind: 'name' as const, text, size: nameSize, x: left },
        y: pad + nameSize * 0.8 + index * lineHeight,
      })),
      ...(tagLine === undefined
        ? []
        : [{ kind: 'tag' as const, text: tagLine, size: tagSize, x: left, y: tagY }]),
      { kind: 'id', text: String(id), size: idSize, x: left, y: height - pad },
    ],
    lacksTag: tag !== undefined && tagHeight === 0,
    ...(placed && { code: placed }),
  };
}

/** A bar code stands below the texts, a QR code beside them. */
function placedCode(
  code: LabelCode,
  { width, height }: Size,
  { pad, nameSize, lineHeight }: { pad: number; nameSize: number; lineHeight: number },
) {
  const isBelow = code.isWide;
  const roomMm = (isBelow ? width : Math.min(height, width / 2)) / unitsPerMm;
  const unit = (moduleMm(code, roomMm) ?? 0) * unitsPerMm;
  const [size, white] = [code.modules * unit, code.quiet * unit];
  if (unit === 0) return undefined;
  const edge = Math.max(pad, white);
  const barHeight = Math.max(50, height * 0.29);
  const y = isBelow ? height - pad - nameSize * 0.85 - barHeight : (height - size) / 2;
  // The name needs a line above a bar code.
  if (isBelow && y - pad * 1.5 < lineHeight) return undefined;
  return {
    ...{ path: code.path, white, isBelow, y },
    x: isBelow ? Math.min(edge, width - size - white) : width - edge - size,
    scaleX: unit,
    scaleY: isBelow ? barHeight : unit,
  };
}
