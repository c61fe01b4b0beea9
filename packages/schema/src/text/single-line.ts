import * as z from 'zod';

const control = String.raw`\u0000-\u001f\u007f-\u009f`;

/**
 * The characters of a `singleLine`, as an ECMA-262 pattern with the flag `u`; the document states the length
 * separately. The pattern refuses tabs and line breaks at the ends, which `singleLine` trims.
 */
const singleLinePattern = String.raw`^[^${control}]*[^\s\ufeff${control}][^${control}]*$`;
/** The same pattern for a text that may also be blank. */
export const singleLineOrBlankPattern = `^[^${control}]*$`;

/**
 * One line of text: trimmed, in Unicode NFC, 1 to `max` characters (code points, as JSON Schema counts them). It has
 * no control characters and no lone surrogates, which cannot be stored as UTF-8.
 */
export function singleLine(max: number) {
  const accepted = `1 to ${max} characters`;
  return z
    .string({
      error: ({ input }) =>
        input === undefined ? `is missing; give ${accepted}` : `must be text of ${accepted}`,
    })
    .trim()
    .normalize('NFC')
    .check((ctx) => {
      const problem = singleLineProblem(ctx.value, max);
      if (problem) ctx.issues.push({ code: 'custom', message: problem, input: ctx.value });
    })
    .meta({ override: { type: 'string', minLength: 1, maxLength: max, pattern: singleLinePattern } });
}

/** Replaces tabs and line breaks, as in a pasted cell of a table, with spaces. */
export function toSingleLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}

/** The reason why a trimmed text in NFC is not one line of 1 to `max` characters. */
export function singleLineProblem(text: string, max: number): string | undefined {
  if (text === '') return `is empty; give 1 to ${max} characters`;
  const length = text.length <= max ? text.length : [...text].length;
  if (length > max) return `must have 1 to ${max} characters; it has ${length}`;
  const control = /\p{Cc}/u.exec(text);
  if (control) return `must not contain control characters; it has ${codePoint(control[0])}`;
  if (!text.isWellFormed()) return 'must be well-formed Unicode; it has half of a surrogate pair';
  return undefined;
}

export const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
