import {
  type FieldProblem,
  type NewPlant,
  type NewPlantText,
  type PlantField,
  plantFields,
} from '@plant-store/schema';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { sentence } from '../api/sentence.ts';
import { FormPlant, typedId } from './id-text/typed-id.ts';

export type NewPlantValues = z.input<typeof NewPlantText>;
export type FieldName = PlantField;
export type NewPlantForm = UseFormReturn<NewPlantValues, unknown, NewPlant>;

export const labels: Record<FieldName, string> = { id: 'Id', name: 'Name', tag: 'Tag' };

/** The prefix of typed values in an address. Without it, `tag` is the filter of the list. */
const addressPrefix = 'new-';

/** The values of the form in a form post; a missing value is empty. */
export function valuesIn(source: { get(name: string): unknown }, prefix = ''): NewPlantValues {
  const text = (name: FieldName) => {
    const value = source.get(`${prefix}${name}`);
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(plantFields.map((name) => [name, text(name)])) as NewPlantValues;
}

export const emptyValues = valuesIn(new Map());

export const toAddress = (values: NewPlantValues): string =>
  `/?${new URLSearchParams(plantFields.map((name) => [`${addressPrefix}${name}`, values[name]]))}`;
export const valuesInAddress = (source: { get(name: string): unknown }) => valuesIn(source, addressPrefix);

/** Turns a message of the schema ("is missing; …") into a sentence about its field. */
export const aboutField = (field: FieldName, message: string): string => sentence(message, labels[field]);

export function byField(problems: FieldProblem[]): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  for (const { pointer, message } of problems) {
    const field = plantFields.find((name) => pointer === `/${name}`);
    if (field) found[field] ??= message;
  }
  return found;
}

/** Shows the id of a form without the additions of a scanner, in digits. @returns the id */
export function cleanIdIn(form: Pick<NewPlantForm, 'getValues' | 'setValue'>): string {
  const typed = form.getValues('id') ?? '';
  const clean = typedId(typed, location.host);
  // The problem of the typed text may not be one of the id.
  if (clean !== typed) form.setValue('id', clean, { shouldValidate: true });
  return clean;
}

export function parseNewPlant(values: NewPlantValues) {
  const result = FormPlant.safeParse(values);
  if (result.success) return { plant: result.data };
  return {
    problems: byField(
      result.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message })),
    ),
  };
}
