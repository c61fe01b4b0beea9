import * as z from 'zod';
import { Int64 } from '../values/int64.ts';
import { Name, storedFields, Tag } from './plant-fields.ts';

export const Plant = z
  .object({ name: storedFields.name, tag: storedFields.tag })
  .meta({ id: 'Plant', description: 'A plant.', examples: [{ name: 'Monstera deliciosa', tag: 'aroid' }] });
export type Plant = z.infer<typeof Plant>;

/** Optional fields of inputs are zod's own: trpc-to-openapi calls their method `unwrap`, which zod/mini has not. */
export const PlantReplacement = z.object({ name: Name, tag: z.optional(Tag) }).meta({
  id: 'PlantReplacement',
  description: 'The name and tag that a plant gets in place of its former ones.',
  examples: [{ name: 'Monstera deliciosa', tag: 'aroid' }],
});

/** The input of `POST /plants`. Unknown keys are ignored, as the contract's object is open. */
export const NewPlant = z.object({ id: Int64, ...PlantReplacement.shape }).meta({
  id: 'NewPlant',
  description: 'A plant to add, with its identification number.',
  examples: [{ id: 7, name: 'Monstera deliciosa', tag: 'aroid' }],
});
export type NewPlant = z.infer<typeof NewPlant>;

export const StoredPlant = z.object(storedFields).meta({
  id: 'StoredPlant',
  description: 'A plant of the store: a Plant with its identification number.',
  examples: [{ id: 7, name: 'Monstera deliciosa', tag: 'aroid' }],
});
export type StoredPlant = z.infer<typeof StoredPlant>;

/** The input of `PATCH /plants/{id}`: a JSON merge patch (RFC 7396), in which null removes a value. */
export const PlantPatch = z.object({ name: z.optional(Name), tag: z.optional(z.nullable(Tag)) }).meta({
  id: 'PlantPatch',
  description: 'The changes of a plant as a JSON merge patch (RFC 7396): absent fields stay unchanged.',
  examples: [{ name: 'Monstera adansonii' }, { tag: null }],
});
export type PlantPatch = z.infer<typeof PlantPatch>;

export const PlantId = z.object({ id: Int64 });
