import { nameMaxLength, tagMaxLength } from '../values/limits.ts';
import type { NewPlant } from './plant.ts';

// The one list of a plant's columns, for SQL, files, forms and types. Threads of the store use it, so it needs no zod.

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

/** Null for an empty field. */
export type PlantValues = {
  [Field in PlantField]: Exclude<NewPlant[Field], undefined> | (Field extends OptionalField ? null : never);
};
