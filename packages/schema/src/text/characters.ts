// The characters of names and tags. It needs no zod, so threads of the store can use it. Each list is the inside of a
// class of an ECMA-262 pattern, without `\p{…}`, which readers of the OpenAPI document may not know. The characters
// beyond U+FFFF stand for themselves there, as only some readers know `\u{…}`.

export const control = String.raw`\u0000-\u001f\u007f-\u009f`;

/** Characters that change the direction of the text around them (Unicode Standard Annex #9, section 2). */
export const direction = String.raw`\u202a-\u202e\u2066-\u2069`;

/** Default_Ignorable_Code_Point, format characters, separators, blank letters and symbols. A test asks Unicode. */
export const invisible = `${String.raw`\u0020\u00a0\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`}\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{13441}\u{13442}\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;

const ascii = /^[ -~]*$/;
const isControl = new RegExp(`[${control}]`);
const isDirection = new RegExp(`[${direction}]`);
const isForbidden = new RegExp(`[${control}${direction}]`, 'g');
const isInvisible = new RegExp(`[${control}${invisible}]`, 'gu');
const isVisible = new RegExp(`[^${invisible}]`, 'u');

/** A text above this length is too long for every field, also in NFC, in which up to four characters become one. */
const normalizedMax = 2_000;

/** The text in Unicode NFC, unless it is too long for every field: 60,000 marks after a letter would take seconds. */
export const inNfc = (text: string): string => (text.length > normalizedMax ? text : text.normalize('NFC'));

/** A text as it is stored: trimmed, in Unicode NFC, with a plain space for each Unicode space. */
export const storedLine = (text: string): string =>
  ascii.test(text) ? text.trim() : inNfc(text.trim()).replaceAll(/\p{Z}/gu, ' ');

/** A tag as it is stored: it also has one space in place of several. */
export const storedTag = (text: string): string => storedLine(text.replaceAll(/\p{Z}{2,}/gu, ' '));

/** The spellings of a tag for a filter: as tags are stored, and as it is given, for plants of an earlier version. */
export function tagSpellings(tag: string): [string] | [string, string] {
  const stored = storedTag(tag);
  return stored === tag ? [tag] : [stored, tag];
}

export const toSingleLine = (text: string): string => text.replaceAll(/[\t-\r\u0085]+/g, ' ');

export const withoutForbidden = (text: string): string => text.replaceAll(isForbidden, '');

/** The reason why no text of 1 to `max` characters can be stored or found as this one. */
export function textProblem(text: string, max: number): string | undefined {
  if (text === '') return `is empty; give 1 to ${max} characters`;
  const length = text.length <= max ? text.length : [...text].length;
  if (length > max) return `must have 1 to ${max} characters; it has ${length}`;
  if (ascii.test(text)) return undefined;
  const [forbidden] = isControl.exec(text) ?? [];
  if (forbidden) return `must not contain control characters; it has ${codePoint(forbidden)}`;
  if (!text.isWellFormed()) return 'must be well-formed Unicode; it has half of a surrogate pair';
  return undefined;
}

/** The reason why a text of `storedLine` is not one visible line of 1 to `max` characters. */
export function singleLineProblem(text: string, max: number): string | undefined {
  const problem = textProblem(text, max);
  if (problem || ascii.test(text)) return problem;
  const [turn] = isDirection.exec(text) ?? [];
  if (turn) return `must not contain characters that change the direction of text; it has ${codePoint(turn)}`;
  if (isVisible.test(text)) return undefined;
  return `must have a visible character; it has only ${codePoints(text.replaceAll(' ', ''))}`;
}

/** The end of a message about a text: its invisible characters by their code points. Empty without such characters. */
export function invisibleIn(text: string): string {
  const found = new Set(text.replaceAll(' ', '').match(isInvisible));
  if (found.size === 0) return '';
  return `; it has the invisible ${found.size === 1 ? 'character' : 'characters'} ${codePoints(found)}`;
}

const namedMax = 3;

function codePoints(characters: Iterable<string>): string {
  const names = [...new Set(characters)].map(codePoint);
  return names.slice(0, namedMax).join(', ') + (names.length > namedMax ? ' …' : '');
}

const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
