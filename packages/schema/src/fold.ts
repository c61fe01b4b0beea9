/** A word of a text as it is found: folded, and where it stands in the text. */
export type Word = {
  text: string;
  /** Where it begins, and where each of its folded characters ends, in UTF-16 units of the text. */
  start: number;
  ends: number[];
};

/**
 * A text as it is searched and sorted: its words, folded to what is left of them without regard to case, diacritics and
 * marks, with one space between two. `Pūhā` is `puha`, `Smørblomst` is `smorblomst`. Apostrophes and the okina do not
 * split a word (`St. John's` is `st johns`), all else that is no letter and no digit does. Each character of a script
 * that has no spaces is a word. The multiplication sign is an x; where it stands right before a word, that word is
 * there without it and with it, so that `×Fatshedera` is found either way. Folding what is folded changes nothing.
 */
export function fold(text: string): string {
  // Most names: a tenth of the time.
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

/** The words of a text in Unicode NFC, as names are stored; see `fold`. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let crossAt: number | undefined;
  const open = (start: number) => {
    word = { text: '', start, ends: [] };
    words.push(word);
    return word;
  };
  /** Ends the word, and gives a cross before it, or one that stands alone, its own. */
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
/** Scripts that are written without spaces, and pictures. */
const alone =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?![0-9])\p{Emoji}/u;

/** Folded characters, as far as any were met: a few hundred in a catalogue, and bounded for one that is none. */
const known = new Map<string, string>();
const knownMax = 5_000;

/** What a character leaves of itself: letters and digits, nothing for a mark, a space for what separates words. */
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

/** Marks, what has no width, and the apostrophes and okinas that people type, the letters among them too. */
const joined = /[\p{M}\p{Cf}'`´’‘ʻʼʹʽʾʿ]/gu;

/** Letters that Unicode takes for no others with a mark. */
const latin: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ŋ: 'ng', ĸ: 'k', ſ: 's', ς: 'σ' },
  ...{
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
  },
};

/** What is stored of names and tags to be searched: so many UTF-16 units, which no name of a plant has by far. */
const nameUnits = 500;
const tagUnits = 250;

/**
 * The words of a plant's name and tag as the store keeps them: a space before each word, a line feed between name and
 * tag. Never empty, and at most 2,300 bytes of UTF-8, since PostgreSQL's indexes take no more than 2,700.
 */
export const foldedOf = ({ name, tag }: { name: string; tag?: string | null | undefined }): string =>
  `${begin(` ${fold(name)}`, nameUnits)}\n${tag ? begin(` ${fold(tag)}`, tagUnits) : ''}`;

/** The beginning of a text, without half of a surrogate pair at its end. */
const begin = (text: string, units: number) =>
  text.length <= units ? text : text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');

/**
 * The folded words that a plant must have to be found by `q`, each as the beginning of one of its words. Here the
 * multiplication sign is an x by itself, which both `x grandiflora` and `×grandiflora` begin a word with. None where
 * nothing of `q` could be in a name.
 */
export function searchWords(q: string): string[] {
  const words = [...new Set(fold(q.replaceAll(cross, ' x ')).split(' '))].filter((word) => word !== '');
  // What another word asks for already, as far as the spelling goes.
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
}

/**
 * A character that makes at least one search word, as an ECMA-262 pattern with the flag `u`. The letters that it leaves out
 * are folded to nothing.
 */
export const searchablePattern = String.raw`(?![\u02b9-\u02bf\u0374\u037a\ufc5e-\ufc63\ufe70-\ufe7f\uff9e\uff9f])[\p{L}\p{N}\p{Emoji_Presentation}]`;

/** Where a text in Unicode NFC has what `q` looks for, as [start, end) pairs in order, for a page to mark. */
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
