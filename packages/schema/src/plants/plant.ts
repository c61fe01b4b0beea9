import * as z from 'zod';
import { storedTag, toSingleLine } from '../text/characters.ts';
import { oldLine, singleLine } from '../text/single-line.ts';
import { IdText } from '../values/id-text.ts';
import { Int64 } from '../values/int64.ts';
import { nameMaxLength, tagMaxLength } from '../values/limits.ts';

const visible =
  'a visible character among them, no control characters, and none that change the direction of text';

const Name = singleLine(nameMaxLength).meta({
  description: `The name of the plant: 1 to ${nameMaxLength} characters in the stored form, which is trimmed, in Unicode NFC and with plain spaces; ${visible}.`,
  examples: ['Monstera deliciosa'],
});

const Tag = singleLine(tagMaxLength, storedTag).meta({
  description: `Tag to specify the type: 1 to ${tagMaxLength} characters in the stored form, which is that of a name with one space in place of several; ${visible}. Absent for a plant without a tag.`,
  examples: ['aroid'],
});

const StoredName = oldLine(nameMaxLength).meta({
  description: 'The name of the plant, as stored; an earlier version also stored other characters.',
  examples: ['Monstera deliciosa'],
});

const StoredTag = oldLine(tagMaxLength).meta({
  description: 'The tag of the plant, as stored. Absent for a plant without a tag.',
  examples: ['aroid'],
});

export const Plant = z
  .object({ name: StoredName, tag: StoredTag.optional() })
  .meta({ id: 'Plant', description: 'A plant.', examples: [{ name: 'Monstera deliciosa', tag: 'aroid' }] });
export type Plant = z.infer<typeof Plant>;

export const PlantReplacement = z.object({ name: Name, tag: Tag.optional() }).meta({
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

export const StoredPlant = z.object({ id: Int64, ...Plant.shape }).meta({
  id: 'StoredPlant',
  description: 'A plant of the store: a Plant with its identification number.',
  examples: [{ id: 7, name: 'Monstera deliciosa', tag: 'aroid' }],
});
export type StoredPlant = z.infer<typeof StoredPlant>;

/** The input of `PATCH /plants/{id}`: a JSON merge patch (RFC 7396), in which null removes a value. */
export const PlantPatch = z.object({ name: Name.optional(), tag: Tag.nullable().optional() }).meta({
  id: 'PlantPatch',
  description: 'The changes of a plant as a JSON merge patch (RFC 7396): absent fields stay unchanged.',
  examples: [{ name: 'Monstera adansonii' }, { tag: null }],
});
export type PlantPatch = z.infer<typeof PlantPatch>;

/** An empty text is a missing field. Tabs and line breaks, as in a pasted cell of a table, count as spaces. */
export const NewPlantText = z.object({
  id: IdText,
  name: z.string().transform(toSingleLine).pipe(Name),
  tag: optionalText(Tag),
});

function optionalText<Text extends typeof Tag>(schema: Text) {
  return z
    .string()
    .transform((text) => toSingleLine(text).trim() || undefined)
    .pipe(schema.optional());
}

export const PlantId = z.object({ id: Int64 });
