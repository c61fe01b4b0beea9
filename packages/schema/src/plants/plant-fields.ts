// The part that pages use. zod/mini is a quarter of zod, and checks alike (docs/decisions/0029-script-weight.md).
import * as z from 'zod/mini';
import { storedLine, storedTag, toSingleLine } from '../text/characters.ts';
import { oldLine, singleLine } from '../text/single-line.ts';
import { IdText } from '../values/id-text.ts';
import { Int64 } from '../values/int64.ts';
import { nameMaxLength, tagMaxLength } from '../values/limits.ts';

const visible =
  'a visible character among them, no control characters, and none that change the direction of text';

export const Name = singleLine(nameMaxLength, storedLine, {
  description: `The name of the plant: 1 to ${nameMaxLength} characters in the stored form, which is trimmed, in Unicode NFC and with plain spaces; ${visible}.`,
  examples: ['Monstera deliciosa'],
});

export const Tag = singleLine(tagMaxLength, storedTag, {
  description: `Tag to specify the type: 1 to ${tagMaxLength} characters in the stored form, which is that of a name with one space in place of several; ${visible}. Absent for a plant without a tag.`,
  examples: ['aroid'],
});

const StoredName = oldLine(nameMaxLength, {
  description: 'The name of the plant, as stored; an earlier version also stored other characters.',
  examples: ['Monstera deliciosa'],
});

const StoredTag = oldLine(tagMaxLength, {
  description: 'The tag of the plant, as stored. Absent for a plant without a tag.',
  examples: ['aroid'],
});

/** The fields of a plant, as stored. */
export const storedFields = { id: Int64, name: StoredName, tag: z.optional(StoredTag) };

/** `NewPlant` without its description: a line of NDJSON. */
export const NewPlantLine = z.object({ id: Int64, name: Name, tag: z.optional(Tag) });

/** An empty text is a missing field. Tabs and line breaks, as in a pasted cell of a table, count as spaces. */
export const NewPlantText = z.object({
  id: IdText,
  name: z.pipe(z.pipe(z.string(), z.transform(toSingleLine)), Name),
  tag: optionalText(Tag),
});

function optionalText<Text extends typeof Tag>(schema: Text) {
  const line = z.transform((text: string) => toSingleLine(text).trim() || undefined);
  return z.pipe(z.pipe(z.string(), line), z.optional(schema));
}
