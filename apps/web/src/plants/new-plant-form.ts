import { type FieldProblem, type NewPlant, NewPlantText } from '@plant-store/schema';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { sentence } from '../api/sentence.ts';

/** The values of the form's fields, as typed. */
export type NewPlantValues = z.input<typeof NewPlantText>;
export type FieldName = keyof NewPlantValues;
export type NewPlantForm = UseFormReturn<NewPlantValues, unknown, NewPlant>;

/** The fields in their order, with the labels they carry on the page. */
export const labels: Record<FieldName, string> = { id: 'Id', name: 'Name', tag: 'Tag' };
export const fieldNames = Object.keys(labels) as FieldName[];

/** The prefix of the values in an address, as `tag` there is the filter of the list. */
const addressPrefix = 'new-';

/** The values of the form in a post; a missing one is empty. */
export function valuesIn(source: { get(name: string): unknown }, prefix = ''): NewPlantValues {
  const text = (name: FieldName) => {
    const value = source.get(`${prefix}${name}`);
    return typeof value === 'string' ? value : '';
  };
  return { id: text('id'), name: text('name'), tag: text('tag') };
}

/** The address of the page with the typed values, and the values in such an address. */
export const toAddress = (values: NewPlantValues): string =>
  `/?${new URLSearchParams(fieldNames.map((name) => [`${addressPrefix}${name}`, values[name]]))}`;
export const valuesInAddress = (source: { get(name: string): unknown }) => valuesIn(source, addressPrefix);

/** A schema's message, which is a predicate ("is missing; …"), as a sentence about its field. */
export const aboutField = (field: FieldName, message: string): string => sentence(message, labels[field]);

/** The problems that belong to a field of the form, by field; the first of each. */
export function byField(problems: FieldProblem[]): Partial<Record<FieldName, string>> {
  const found: Partial<Record<FieldName, string>> = {};
  for (const { pointer, message } of problems) {
    const field = fieldNames.find((name) => pointer === `/${name}`);
    if (field) found[field] ??= message;
  }
  return found;
}

/** The typed plant, or its problems by field. */
export function parseNewPlant(values: NewPlantValues) {
  const result = NewPlantText.safeParse(values);
  if (result.success) return { plant: result.data };
  return {
    problems: byField(
      result.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message })),
    ),
  };
}
