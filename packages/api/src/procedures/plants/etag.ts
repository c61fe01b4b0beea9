import { hash } from 'node:crypto';
import { type StoredPlant, textFields } from '@plant-store/schema';

/** A strong validator (RFC 9110, section 8.8.1): equal for plants with equal fields, and different otherwise. */
export function etagOf(plant: StoredPlant): string {
  const values = [plant.id.toString(), ...textFields.map((field) => plant[field])];
  return `"${hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22)}"`;
}

export const etagHeader = { ETag: 'The version of the plant.' };

export const plantTag = /^"[A-Za-z0-9_-]{22}"$/;

/** An entity tag of any server or proxy (RFC 9110, section 8.8.3). */
const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
/** A list of entity tags, with possibly empty elements (RFC 9110, section 5.6.1.2). */
export const entityTags = new RegExp(String.raw`^[ \t,]*${entityTag}(?:[ \t]*,[ \t,]*${entityTag})*[ \t,]*$`);
const each = new RegExp(entityTag, 'g');

/** The entity tags in a header's value; `undefined` for any other value. */
export const entityTagsIn = (text: string): string[] | undefined =>
  entityTags.test(text) ? (text.match(each) ?? undefined) : undefined;

/** Whether two entity tags are the same by weak comparison (RFC 9110, section 8.8.3.2). */
export const isWeaklySame = (one: string, other: string): boolean => opaque(one) === opaque(other);

/** Whether a proxy that compressed the answer altered the tag: nginx makes it weak; Apache and Caddy append a name. */
export const isAltered = (tag: string, original: string): boolean =>
  tag !== original && tag.length < 64 && opaque(tag).startsWith(original.slice(0, -1));

const opaque = (tag: string) => tag.replace(/^W\//, '');
