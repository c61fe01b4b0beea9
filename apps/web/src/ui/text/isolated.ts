const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** Letters of scripts written from right to left, and characters that change the text direction. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a user's text within plain text, where `<bdi>` is impossible, such as a message or a title. The text cannot
 * change the direction of the words around it (Unicode Standard Annex #9, section 2.7). A harmless text does not
 * change.
 */
export const isolated = (text: string): string =>
  turning.test(text) ? firstStrongIsolate + balanced(text) + popIsolate : text;

/**
 * Balances the isolates of a text: removes each end without a beginning, and adds each missing end. Otherwise an extra
 * end would end the `<bdi>` around the text.
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
