export type Word = {
  text: string;
  /** In UTF-16 units of the text; one end for each folded character. */
  start: number;
  ends: number[];
};

/**
 * Folds a text for searching and sorting: words without case, diacritics and marks, with one space between two words.
 * `Pūhā` becomes `puha`, `Smørblomst` becomes `smorblomst`. Apostrophes and the okina do not split a word (`St. John's`
 * becomes `st johns`). Every other character splits words, except letters and digits. In a script without spaces each
 * character is a word. The multiplication sign becomes an x. A word directly after the sign is returned without the x
 * and with the x, so that both spellings find `×Fatshedera`. Folding a folded text changes nothing.
 */
export function fold(text: string): string {
  // A fast path for ASCII, as in most names: ten times as fast.
  if (/^[ -~]*$/.test(text))
    return text
      .toLowerCase()
      .replaceAll(/['`]/g, '')
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim();
  return wordsOf(text.normalize('NFC'))
    .map((word) => word.text)
    .join(' ');
}

/** The words of a text in Unicode NFC, the form in which names are stored; see `fold`. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let crossAt: number | undefined;
  const open = (start: number) => {
    word = { text: '', start, ends: [] };
    words.push(word);
    return word;
  };
  /** Ends the word. A multiplication sign before the word, or alone, becomes a word of its own. */
  const close = (at: number) => {
    if (crossAt !== undefined)
      words.push(
        word
          ? { text: `x${word.text}`, start: crossAt, ends: [crossAt + 1, ...word.ends] }
          : { text: 'x', start: crossAt, ends: [at] },
      );
    word = undefined;
    crossAt = undefined;
  };
  const append = (to: Word, letters: string, end: number) => {
    to.text += letters;
    for (let unit = 0; unit < letters.length; unit++) to.ends.push(end);
  };
  let at = 0;
  for (const character of text) {
    const start = at;
    at += character.length;
    const folded = foldedCharacter(character);
    // A mark belongs to the letter before it.
    if (folded === '' && word) word.ends[word.ends.length - 1] = at;
    else if (folded === ' ') close(start);
    else if (folded === cross) {
      close(start);
      crossAt = start;
    } else if (alone.test(folded)) {
      close(start);
      for (const letter of folded) append(open(start), letter, at);
    } else if (folded !== '') {
      if (word && alone.test(word.text)) close(start);
      append(word ?? open(start), folded, at);
    }
  }
  close(at);
  return words;
}

const cross = '×';
/** Scripts without spaces, and pictures. */
const alone =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?![0-9])\p{Emoji}/u;

/** A catalogue has a few hundred; the limit is for other texts. */
const known = new Map<string, string>();
const knownMax = 5_000;

function foldedCharacter(character: string): string {
  let folded = known.get(character);
  if (folded === undefined) {
    folded = leftOf(character);
    if (known.size < knownMax) known.set(character, folded);
  }
  return folded;
}

function leftOf(character: string): string {
  if (character === cross) return cross;
  if (character.replace(joined, '') === '') return '';
  if (!/[\p{L}\p{N}]/u.test(character)) return /(?![©®™#*])\p{Emoji}/u.test(character) ? character : ' ';
  const letters = character
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(joined, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters.replaceAll(/./gu, (letter) => latin[letter] ?? letter).normalize('NFC') || ' ';
}

/** Folding removes these characters: marks, characters without width, and all kinds of apostrophes and okinas. */
const joined = /[\p{M}\p{Cf}'`´’‘ʻʼʹʽʾʿ]/gu;

/** Letters that Unicode does not decompose into a letter and a mark. */
const latin: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ŋ: 'ng',
  ĸ: 'k',
  ſ: 's',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ƀ: 'b',
  ɨ: 'i',
  ʉ: 'u',
  ɖ: 'd',
  ƒ: 'f',
  ə: 'e',
  ɓ: 'b',
  ɗ: 'd',
};

/** In UTF-16 units. Names of plants are far shorter. */
const nameUnits = 500;
const tagUnits = 250;

/** A space before each word, a line feed between name and tag. At most 2,300 bytes: a PostgreSQL index takes 2,700. */
export const foldedOf = ({ name, tag }: { name: string; tag?: string | null | undefined }): string =>
  `${begin(` ${fold(name)}`, nameUnits)}\n${tag ? begin(` ${fold(tag)}`, tagUnits) : ''}`;

const begin = (text: string, units: number) =>
  text.length <= units ? text : text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');

/** `×` alone is an x: a word of both `x grandiflora` and `×grandiflora` begins with one. Empty if nothing can match. */
export function searchWords(q: string): string[] {
  const words = [...new Set(fold(q.replaceAll(cross, ' x ')).split(' '))].filter((word) => word !== '');
  // A beginning of another word of the search adds no condition.
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/** As an ECMA-262 pattern with the flag `u`. It leaves out letters that folding removes. */
export const searchablePattern = String.raw`(?![\u02b9-\u02bf\u0374\u037a\ufc5e-\ufc63\ufe70-\ufe7f\uff9e\uff9f])[\p{L}\p{N}\p{Emoji_Presentation}]`;

/** The parts of a text in Unicode NFC that match `q`, as [start, end) pairs in order, for a page to mark. */
export function matchesIn(text: string, q: string): [start: number, end: number][] {
  const wanted = searchWords(q);
  const found = wordsOf(text).flatMap(({ text: word, start, ends }) => {
    const longest = Math.max(0, ...wanted.filter((one) => word.startsWith(one)).map((one) => one.length));
    return longest > 0 ? [[start, ends[longest - 1] ?? start] as [number, number]] : [];
  });
  const inOrder = found.sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [start, end] of inOrder) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
