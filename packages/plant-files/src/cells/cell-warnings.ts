import type { PlantField } from '@plant-store/schema/plants';
import { isEmptyMark } from './empty-mark.ts';
import { repairMojibake } from './mojibake.ts';
import { formulaError, isFailedFormula, isRounded } from './spreadsheet-damage.ts';
import { suggestionFor } from './suggestion.ts';

const emptyCell = 'looks like an empty cell of a database or program';

export const leftOutWarning = (field: PlantField) => ({
  message: `${emptyCell}, so the plant has no ${field}`,
});

export function cellWarning(
  field: PlantField,
  text: string,
): { message: string; suggestion?: string } | undefined {
  if (field === 'id')
    return isRounded(text)
      ? { message: 'may have been rounded by a spreadsheet: after 15 digits it has only zeros' }
      : undefined;
  if (isFailedFormula(text)) return { message: formulaError };
  if (/[\r\n]/.test(text.trim()))
    return {
      message: 'has a line break, which is stored as a space; is a quotation mark missing before it?',
    };
  if (/[\v\f\u0085\u2028\u2029]/.test(text.trim()))
    return { message: 'has a line break, which is stored as a space' };
  if (isEmptyMark(text))
    return {
      message: `${emptyCell}, but it is stored as text; correct it if the ${field} is unknown`,
    };
  if (text.includes('\ufffd'))
    return {
      message: 'has lost characters, shown as \ufffd; save the original file as UTF-8',
    };
  if (repairMojibake(text) === undefined) return undefined;
  const message = 'looks like UTF-8 that was read in another encoding; save the original file as UTF-8';
  const suggestion = suggestionFor(field, text);
  return suggestion === undefined ? { message } : { message, suggestion };
}
