import { NewPlantText, type PlantField, plantColumns } from '@plant-store/schema';
import { withoutMojibake } from './mojibake.ts';

/** An acceptable value that a refused text probably means; `undefined` if there is none. */
export function suggestionFor(field: PlantField, text: string): string | undefined {
  const meant = field === 'id' ? idIn(text) : lineIn(text, plantColumns[field].maxLength);
  if (!meant) return undefined;
  const { success, data } = NewPlantText.shape[field].safeParse(meant);
  return success ? data?.toString() : undefined;
}

const prefix =
  /^(?:#|№|n°|(?:plant|pflanze)?[ -]?(?:id|nr|no|num|number|nummer)|plant|pflanze)[\s.:#-]*(?=\d)/i;

/** The digits of an id in another notation: `#7`, `ID 7`, `7.0`, `1 234` or `="7"`. */
function idIn(text: string): string | undefined {
  const cell = text.normalize('NFKC').trim();
  const bare = cell
    .replace(/^=?(["'])(.*)\1$/, '$2')
    .replace(/^'/, '')
    .trim()
    .replace(prefix, '')
    .replace(/\u2212/, '-');
  if (/^[+-]?\d{1,3}([ .,'’_])\d{3}(?:\1\d{3})*$/.test(bare)) return bare.replaceAll(/[ .,'’_]/g, '');
  const whole = /^([+-]?\d+)(?:[.,]0*)?$/.exec(bare)?.[1];
  return whole === text ? undefined : whole;
}

/**
 * The text without its faults. A text that is too long gets no suggestion, as only its author knows where to cut it.
 */
function lineIn(text: string, max: number): string | undefined {
  const clean = (withoutMojibake(text) ?? text).replaceAll(/\p{Cc}+/gu, (controls) =>
    /[\t\r\n]/.test(controls) ? ' ' : '',
  );
  const line = clean.toWellFormed().replaceAll('\ufffd', '').normalize('NFC').trim();
  return [...line].length > max ? undefined : line;
}
