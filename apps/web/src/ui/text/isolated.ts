const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** Letters of scripts that are written from right to left, and characters that turn the direction of text. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a text within a sentence of plain text, such as a message or a title, in which `<bdi>` is impossible: it
 * cannot change the direction of the words around it (Unicode Standard Annex #9, section 2.7). A harmless text does
 * not change.
 */
export const isolated = (text: string): string =>
  turning.test(text) ? firstStrongIsolate + balanced(text) + popIsolate : text;

/**
 * The text without an end to an isolate that did not begin in it, and with an end to all that did: a browser takes such an
 * end for that of the `<bdi>` around it, too.
 */
export function balanced(text: string): string {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === popIsolate && depth === 0) continue;
    if (/[\u2066-\u2068]/.test(character)) depth++;
    if (character === popIsolate) depth--;
    kept += character;
  }
  return kept + popIsolate.repeat(depth);
}
