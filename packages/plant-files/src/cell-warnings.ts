import type { PlantField } from '@plant-store/schema';
import { withoutMojibake } from './mojibake.ts';
import { formulaError, isFailedFormula, isRounded } from './spreadsheet-damage.ts';
import { suggestionFor } from './suggestion.ts';

/** The probable damage of an acceptable cell, with a suggestion for the original value. */
export function warningAbout(
  field: PlantField,
  text: string,
): { message: string; suggestion?: string } | undefined {
  if (field === 'id')
    return isRounded(text)
      ? { message: 'may have been rounded by a spreadsheet: after 15 digits it has zeros alone' }
      : undefined;
  if (isFailedFormula(text)) return { message: formulaError };
  if (text.includes('\ufffd'))
    return {
      message: 'has lost characters, which show as \ufffd; save the file as UTF-8 from where it came',
    };
  if (withoutMojibake(text) === undefined) return undefined;
  const suggestion = suggestionFor(field, text);
  const message =
    'looks like UTF-8 that was read in another encoding; save the file as UTF-8 from where it came';
  return suggestion === undefined ? { message } : { message, suggestion };
}
