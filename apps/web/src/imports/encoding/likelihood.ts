/** The scripts of letters. Those of one line may stand side by side in a word. */
const scripts = [
  /\p{Script=Latin}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff66-\uff9f]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
];
const [latin, eastAsian, hangul] = [0, 1, 2];

/** Marks and spaces that stand beside letters in names. */
const usualMark = /[\p{Zs}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Pd}×°®™·・…、。]/u;

/**
 * How much a text looks like words of a language, for each of its characters that are not ASCII: 1 for usual words,
 * below 0 for a text that was read in a wrong encoding. Wrong letters mix scripts, cases and symbols within a word.
 * @param usual the share of its letters that are common ones, for encodings of East Asian scripts
 */
export function likelihoodOf(text: string, usual = 1): number {
  const characters = [...text];
  const scriptOf = characters.map((one) => scripts.findIndex((script) => script.test(one)));
  let points = 0;
  let count = 0;
  for (const [at, one] of characters.entries()) {
    if (/[\0-\x7f]/.test(one)) continue;
    count += 1;
    const beside = [at - 1, at + 1].filter((place) => /[\p{L}\p{M}]/u.test(characters[place] ?? ''));
    const script = scriptOf[at] ?? -1;
    if (script === -1) points += pointsOfSymbol(one, beside.length);
    else if (beside.some((place) => scriptOf[place] !== script)) points -= 3;
    else if (hasOddCase(characters[at - 1], one, characters[at + 1])) points -= 2;
    else if (script === latin)
      points += 1 - beside.filter((place) => !/[a-z]/i.test(characters[place] ?? '')).length;
    else if (/[\uff66-\uff9f]/.test(one)) points += 0.6;
    else if (script === eastAsian || script === hangul)
      points += 1.5 * usual - 0.5 + (/[\u3041-\u30fc]/.test(one) || script === hangul ? 0.3 : 0);
    else points += beside.length > 0 ? 1 : 0;
  }
  return points / Math.max(1, count) - vowelFault(text);
}

function pointsOfSymbol(symbol: string, lettersBeside: number): number {
  if (/\p{Co}|\p{Cn}/u.test(symbol)) return -4;
  if (lettersBeside === 2) return /[’'·・-]/.test(symbol) ? 0 : -2;
  return usualMark.test(symbol) ? 0 : -0.5;
}

/** Whether a capital stands within a word: `aŠ`, `äS` or `MŠr`. A word in capitals is usual. */
const hasOddCase = (before = '', one = '', after = '') =>
  (isLower(before) && isUpper(one)) ||
  (isLower(one) && isUpper(after)) ||
  (isUpper(before) && isUpper(one) && isLower(after));

const isLower = (one: string) => /\p{Ll}/u.test(one);
const isUpper = (one: string) => /\p{Lu}/u.test(one);

/** Cyrillic and Greek words read as the other of both, or in another order of letters, have few vowels or too many. */
function vowelFault(text: string): number {
  const letters = text.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu) ?? [];
  const vowels = text.match(/[аеёиоуыэюяіїєαεηιουωάέήίόύώ]/giu) ?? [];
  const share = vowels.length / letters.length;
  return share < 0.25 || share > 0.65 ? 0.5 : 0;
}

/** The pairs of bytes of common letters of East Asia, by which a wrong reading shows. */
const commonPairs = new Map([
  ['shift_jis', /^[\x82\x83\x88-\x97]/],
  ['gb18030', /^[\xb0-\xd7][\xa1-\xfe]/],
  ['big5', /^[\xa4-\xc6]/],
  ['euc-kr', /^[\xb0-\xc8][\xa1-\xfe]/],
  ['euc-jp', /^[\xa4\xa5\xb0-\xcf][\xa1-\xfe]/],
]);

/** The share of pairs of bytes that are common letters; 1 for one-byte encodings. */
export function usualShare(bytes: string, encoding: string): number {
  const common = commonPairs.get(encoding);
  // Between them, Shift_JIS has half-width letters of one byte.
  const pairs = common ? bytes.match(/[\x81-\xfe][\x40-\xfe]/g) : null;
  return pairs && common ? pairs.filter((pair) => common.test(pair)).length / pairs.length : 1;
}
