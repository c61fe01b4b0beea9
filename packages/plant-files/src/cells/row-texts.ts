import { isOptional, NewPlantText, type PlantField, plantFields } from '@plant-store/schema/plants';
import type { Mapping } from '../columns/columns.ts';
import { isEmptyMark } from './empty-mark.ts';
import { unguard } from './formula-guard.ts';

/** Empty for a field without a column. */
export type Texts = Record<PlantField, string>;

export const cellTexts = (mapping: Partial<Mapping>, cells: string[]): Texts =>
  Object.fromEntries(plantFields.map((field) => [field, cells[mapping[field] ?? -1] ?? ''])) as Texts;

/** Whether a cell counts as empty although it has text. A field that must have a text is never left out. */
export const isLeftOut = (field: PlantField, text: string): boolean => isOptional(field) && isEmptyMark(text);

export const parseTexts = (texts: Texts) =>
  NewPlantText.safeParse(
    Object.fromEntries(
      plantFields.map((field) => [field, isLeftOut(field, texts[field]) ? '' : unguard(texts[field])]),
    ),
  );
