import type { PlantField } from '@plant-store/schema';
import { repairMojibake } from './mojibake.ts';
import { formulaError, isFailedFormula, isRounded } from './spreadsheet-damage.ts';
import { suggestionFor } from './suggestion.ts';

/** The probable damage of an acceptable cell, with a suggestion for the original value. */
export function cellWarning(
  field: PlantField,
  text: string,
): { message: string; suggestion?: string } | undefined {
  if (field === 'id')
    return isRounded(text)
<<<<<<< HEAD:packages/plant-files/src/cell-warnings.ts
      ? { message: 'may have been rounded by a spreadsheet: it has only zeros after 15 digits' }
=======
      ? { message: 'may have been rounded by a spreadsheet: after 15 digits it has only zeros' }
>>>>>>> 9914b214aadc6284643411f94fd98e40a441a109:packages/plant-files/src/cells/cell-warnings.ts
      : undefined;
  if (isFailedFormula(text)) return { message: formulaError };
  if (text.includes('\ufffd'))
    return {
<<<<<<< HEAD:packages/plant-files/src/cell-warnings.ts
      message: 'has lost characters, shown as \ufffd; save the file as UTF-8 in the program that made it',
=======
      message: 'has lost characters, shown as \ufffd; save the original file as UTF-8',
>>>>>>> 9914b214aadc6284643411f94fd98e40a441a109:packages/plant-files/src/cells/cell-warnings.ts
    };
  if (repairMojibake(text) === undefined) return undefined;
  const suggestion = suggestionFor(field, text);
<<<<<<< HEAD:packages/plant-files/src/cell-warnings.ts
  const message =
    'looks like UTF-8 that was read in another encoding; save the file as UTF-8 in the program that made it';
=======
  const message = 'looks like UTF-8 that was read in another encoding; save the original file as UTF-8';
>>>>>>> 9914b214aadc6284643411f94fd98e40a441a109:packages/plant-files/src/cells/cell-warnings.ts
  return suggestion === undefined ? { message } : { message, suggestion };
}
