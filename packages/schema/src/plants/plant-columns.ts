import { nameMaxLength, tagMaxLength } from '../values/limits.ts';
import type { NewPlant } from './plant.ts';

// The one list of a plant's columns, from which SQL, files, forms and types are made. It needs no zod, so threads of
// the store can use it.

type Column<Value> = { isNullable: undefined extends Value ? true : false } & (Value extends bigint
  ? { kind: 'int64' }
  : { kind: 'text'; maxLength: number });

/** The columns in their order. The compiler refuses a list that differs from the schema. */
export const plantColumns = {
  id: { kind: 'int64', isNullable: false },
  name: { kind: 'text', isNullable: false, maxLength: nameMaxLength },
  tag: { kind: 'text', isNullable: true, maxLength: tagMaxLength },
} as const satisfies { [Field in keyof NewPlant]-?: Column<NewPlant[Field]> };

type Columns = typeof plantColumns;
export type PlantField = keyof Columns;
/** The text fields: all fields except the id. */
export type TextField = {
  [Field in PlantField]: Columns[Field]['kind'] extends 'text' ? Field : never;
}[PlantField];
export type OptionalField = {
  [Field in PlantField]: Columns[Field]['isNullable'] extends true ? Field : never;
}[PlantField];

export const plantFields = Object.keys(plantColumns) as PlantField[];
export const textFields = plantFields.filter(
  (field): field is TextField => plantColumns[field].kind === 'text',
);
export const isOptional = (field: PlantField): field is OptionalField => plantColumns[field].isNullable;
export const optionalFields = plantFields.filter(isOptional);

/** A plant as a row of a table: null for an empty field. */
export type PlantValues = {
  [Field in PlantField]: Exclude<NewPlant[Field], undefined> | (Field extends OptionalField ? null : never);
};
