import { NewPlantText, type PlantField, plantFields } from '@plant-store/schema';
import type { Mapping } from '../columns/columns.ts';
import { unguard } from './formula-guard.ts';

/** The cell of each field; empty for a field without a column. */
export type Texts = Record<PlantField, string>;

export const cellTexts = (mapping: Partial<Mapping>, cells: string[]): Texts =>
  Object.fromEntries(plantFields.map((field) => [field, cells[mapping[field] ?? -1] ?? ''])) as Texts;

/** Reads texts with or without a guard. */
export const parseTexts = (texts: Texts) =>
  NewPlantText.safeParse(
    Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, unguard(text)])),
  );
