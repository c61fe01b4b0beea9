const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** Letters of scripts written from right to left, and characters that change the text direction. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Marks a user's text within a sentence, such as a message. The page shows the sentence by `Sentence`; an attribute
 * or a title takes it by `attributeText`. The marks isolate the text (Unicode Standard Annex #9, section 2.7): it cannot
 * change the direction of the words around it. Its own isolates are left out, as one could end the isolation.
 */
export const isolated = (text: string): string =>
  firstStrongIsolate + text.replaceAll(/[\u2066-\u2069]/g, '') + popIsolate;

/** The parts of a sentence in turn: words of the page, a marked text without its marks, words of the page, … */
export const partsOf = (sentence: string): string[] => sentence.split(/\u2068([^\u2066-\u2069]*)\u2069/);

/** A sentence for an attribute or a title, where `<bdi>` is impossible. A harmless text has no marks. */
export const attributeText = (sentence: string): string =>
  partsOf(sentence)
    .map((part, index) => (index % 2 === 1 && turning.test(part) ? isolated(part) : part))
    .join('');

/** An extra end would end the `<bdi>` around the text. */
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
