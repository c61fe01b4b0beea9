import { z } from 'zod';
import { Int64, Int64Text } from './int64.ts';

export const nameMaxLength = 200;
export const tagMaxLength = 100;

const Name = line(nameMaxLength).meta({
  description: `The name of the plant: 1 to ${nameMaxLength} characters after trimming, no control characters. Stored in Unicode NFC.`,
  examples: ['Monstera deliciosa'],
});

const Tag = line(tagMaxLength).meta({
  description: `Tag to specify the type: 1 to ${tagMaxLength} characters after trimming, no control characters. Left out where there is none.`,
  examples: ['aroid'],
});

/** What `POST /plants` answers. */
export const Plant = z
  .object({ name: Name, tag: Tag.optional() })
  .meta({ id: 'Plant', description: 'A plant.', examples: [{ name: 'Monstera deliciosa', tag: 'aroid' }] });
export type Plant = z.infer<typeof Plant>;

/** What `POST /plants` takes. Unknown keys are ignored: the contract's object is open. */
export const NewPlant = z.object({ id: Int64, ...Plant.shape }).meta({
  id: 'NewPlant',
  description: 'A plant to add, with its identification number.',
  examples: [{ id: 7, name: 'Monstera deliciosa', tag: 'aroid' }],
});
export type NewPlant = z.infer<typeof NewPlant>;

/** A plant as reading gives it back: a Plant with its id. */
export const StoredPlant = z.object({ id: Int64, ...Plant.shape }).meta({
  id: 'StoredPlant',
  description: 'A plant of the store: a Plant with its identification number.',
  examples: [{ id: 7, name: 'Monstera deliciosa', tag: 'aroid' }],
});
export type StoredPlant = z.infer<typeof StoredPlant>;

/** What `PATCH /plants/{id}` takes: a JSON merge patch (RFC 7396), where null takes a value away. */
export const PlantPatch = z.object({ name: Name.optional(), tag: Tag.nullable().optional() }).meta({
  id: 'PlantPatch',
  description:
    'What to change of a plant, as a JSON merge patch (RFC 7396): what is left out stays as it is.',
  examples: [{ name: 'Monstera adansonii' }, { tag: null }],
});
export type PlantPatch = z.infer<typeof PlantPatch>;

/**
 * NewPlant as text fields hold it: the id in digits, and an empty tag for none. Tabs and line breaks, which come along
 * when a cell of a table is pasted, count as spaces.
 */
export const NewPlantText = z.object({
  id: Int64Text,
  name: z.string().transform(onOneLine).pipe(Name),
  tag: z
    .string()
    .transform((tag) => onOneLine(tag).trim() || undefined)
    .pipe(Tag.optional()),
});

/** Which plant. */
export const PlantId = z.object({ id: Int64 });

/**
 * One line of text as a person would write it: trimmed, in Unicode NFC, 1 to `max` characters (code points, as JSON
 * Schema counts them), no control characters, and well-formed, since a lone surrogate has no UTF-8 form to store.
 */
function line(max: number) {
  const accepted = `1 to ${max} characters`;
  return z
    .string({
      error: ({ input }) =>
        input === undefined ? `is missing; give ${accepted}` : `must be text of ${accepted}`,
    })
    .trim()
    .normalize('NFC')
    .check((ctx) => {
      const problem = lineProblem(ctx.value, max);
      if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value });
    })
    .meta({ override: { type: 'string', minLength: 1, maxLength: max } });
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

/** What keeps a text, trimmed and in NFC, from being one line of 1 to `max` characters. */
export function lineProblem(text: string, max: number): string | undefined {
  if (text === '') return `is empty; give 1 to ${max} characters`;
  const length = text.length <= max ? text.length : [...text].length;
  if (length > max) return `must have 1 to ${max} characters; it has ${length}`;
  const control = /\p{Cc}/u.exec(text);
  if (control) return `must not contain control characters; it has ${codePoint(control[0])}`;
  if (!text.isWellFormed()) return 'must be well-formed Unicode; it has half of a surrogate pair';
  return undefined;
}

const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
