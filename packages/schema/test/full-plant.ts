import { NewPlant } from '../src/index.ts';

/** The fields of a plant besides its id, and its optional fields. */
export const fields = Object.keys(NewPlant.shape).filter((field) => field !== 'id') as (keyof Omit<
  NewPlant,
  'id'
>)[];
export const optionalFields = fields.filter((field) => NewPlant.shape[field].safeParse(undefined).success);

/**
 * A plant with a value in every field of the schema, different for each `mark`. A field that is not a text needs its
 * own values here.
 */
export const fullPlant = (id: bigint, mark = 'first'): NewPlant =>
  NewPlant.parse({ id, ...Object.fromEntries(fields.map((field) => [field, `${field} ${mark} é×🌿`])) });

/** The plant without its optional fields. */
export const bare = (plant: NewPlant): NewPlant => {
  const kept = Object.entries(plant).filter(([key]) => !optionalFields.some((field) => field === key));
  return NewPlant.parse(Object.fromEntries(kept));
};
