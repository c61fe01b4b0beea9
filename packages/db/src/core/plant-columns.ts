import { raw, type Statement } from '@plant-store/engine';
import type { NewPlant } from '@plant-store/schema';
import { type PlantField, type PlantValues, plantFields, textFields } from '@plant-store/schema/without-zod';

const listed = (fields: readonly string[], of?: string): Statement =>
  raw(fields.map((field) => (of ? `"${of}"."${field}"` : `"${field}"`)).join(', '));

export const plantColumns = listed(plantFields);
export const plantColumnsOf = (of: string): Statement => listed(plantFields, of);
/** The columns without the id, which the history calls "plant_id". */
export const textColumns = listed(textFields);
export const textColumnsOf = (of: string): Statement => listed(textFields, of);

export const versionedColumns = raw(`"plant_id" AS "id", ${textColumns.strings[0]}`);

/** The definitions of the columns without the id: it is a primary key in only some tables. */
export const textDefinitions = textFields.map((field) => `"${field}" TEXT`).join(', ');

/** Sets columns to the values of `from`, for UPDATE. */
export const assigned = (from: string, fields: readonly PlantField[] = textFields): Statement =>
  raw(fields.map((field) => `"${field}" = "${from}"."${field}"`).join(', '));

export const isSame = (one: string, other: string, fields: readonly PlantField[] = textFields): Statement =>
  raw(
    `(${fields.map((field) => `"${one}"."${field}" IS NOT DISTINCT FROM "${other}"."${field}"`).join(' AND ')})`,
  );

export const textsOf = (plant: PlantValues | NewPlant): (string | null)[] =>
  textFields.map((field) => plant[field] ?? null);

export const valuesOf = (plant: NewPlant | PlantValues): Statement => ({
  strings: valueList,
  values: [plant.id, ...textsOf(plant)],
});

const valueList = ['', ...plantFields.slice(1).map(() => ', '), ''] as unknown as TemplateStringsArray;
