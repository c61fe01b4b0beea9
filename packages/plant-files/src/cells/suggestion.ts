import {
  NewPlantText,
  type PlantField,
  plantColumns,
  storedLine,
  toSingleLine,
  withoutForbidden,
} from '@plant-store/schema/plants';
import { repairMojibake } from './mojibake.ts';
import { damageToId } from './spreadsheet-damage.ts';
import { writtenId } from './written-id.ts';

export function suggestionFor(field: PlantField, text: string): string | undefined {
  const candidate = field === 'id' ? writtenId(text) : cleanText(text, plantColumns[field].maxLength);
  if (!candidate) return undefined;
  const { success, data } = NewPlantText.shape[field].safeParse(candidate);
  return success ? data?.toString() : undefined;
}

/** An id of another system, such as `A-17`; not a damaged number or a whole row with a broken quotation mark. */
export const isAlphanumericId = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  !text.includes('"') &&
  damageToId(text) === undefined &&
  suggestionFor('id', text) === undefined;

/** Corrects a text. Only the author can cut a text that is too long, so it gets no suggestion. */
function cleanText(text: string, max: number): string | undefined {
  const clean = withoutForbidden(toSingleLine(repairMojibake(text) ?? text));
  const line = storedLine(clean.toWellFormed().replaceAll('\ufffd', ''));
  return [...line].length > max ? undefined : line;
}
