import { type StoredPlant, type TextField, textFields } from '@plant-store/schema';
import type { PlantText } from '../queries/plant-requests.ts';

export type Side = 'mine' | 'theirs';

/** A field with a conflict: its base value, both new values, and the side that is selected by default. */
export type FieldConflict = Record<Side | 'before', string> & { field: TextField; preferred: Side };

export const textOf = (plant: Pick<StoredPlant, TextField>): PlantText =>
  Object.fromEntries(textFields.map((field) => [field, plant[field] ?? ''])) as PlantText;

export const isSameText = (one: PlantText, other: PlantText): boolean =>
  textFields.every((field) => one[field] === other[field]);

/** The fields of `mine` that differ. The others keep their text, which the store may refuse in a new plant today. */
export const changedIn = (mine: PlantText, before: PlantText): Partial<PlantText> =>
  Object.fromEntries(
    textFields.filter((field) => mine[field] !== before[field]).map((field) => [field, mine[field]]),
  );

/**
 * Compares the fields after another person saved first. Returns the fields that at least one side changed. By default
 * the changed value is selected, and the typed value if both sides changed the field.
 */
export function compare(before: PlantText, mine: PlantText, theirs: PlantText): FieldConflict[] {
  return textFields
    .filter((field) => mine[field] !== before[field] || theirs[field] !== before[field])
    .map((field) => ({
      field,
      before: before[field],
      mine: mine[field],
      theirs: theirs[field],
      preferred: mine[field] === before[field] ? 'theirs' : 'mine',
    }));
}

export function chosen(
  theirs: PlantText,
  conflicts: readonly FieldConflict[],
  choices: Partial<Record<TextField, Side>>,
): PlantText {
  const text = { ...theirs };
  for (const conflict of conflicts)
    text[conflict.field] = conflict[choices[conflict.field] ?? conflict.preferred];
  return text;
}
