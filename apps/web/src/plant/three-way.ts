import type { StoredPlant } from '@plant-store/schema';

/** What can be edited of a plant, as the fields hold it: an empty tag is none. */
export type PlantText = { name: string; tag: string };
export type TextField = keyof PlantText;

export const textFields = ['name', 'tag'] as const satisfies readonly TextField[];

export type Side = 'mine' | 'theirs';

/** One field on which two people worked: what it was, what each made of it, and whose is to stand unless one chooses. */
export type FieldConflict = Record<Side | 'before', string> & { field: TextField; preferred: Side };

export const textOf = ({ name, tag }: Pick<StoredPlant, 'name' | 'tag'>): PlantText => ({
  name,
  tag: tag ?? '',
});

export const isSameText = (one: PlantText, other: PlantText): boolean =>
  textFields.every((field) => one[field] === other[field]);

/**
 * The fields that one of the two changed, or both, when somebody else saved first. What only one has changed stands
 * unless one chooses otherwise; where both did, that is what was typed here.
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

/** The plant as chosen, field by field. */
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
