import { fold, type ProblemKind, StoreError } from '@plant-store/schema';
import { loadOnce } from '../../core/load-once.ts';
import { tradeWords } from './trade-words.ts';

/** The person who chooses the password. An attacker who knows the person tries these words first. */
export type Whose = { name?: string; email?: string; userName?: string | undefined };

/** The number of guesses that a password must withstand; docs/decisions/0020 gives the reason. */
const guessesMin = 1e9;
/** The length of the checked beginning. The time of a check grows with the square of the length. */
const lookedAtMax = 32;
/** The limit for a password of expected words alone. An attacker tries them in all orders first. */
const guessesOfWordsMin = 1e15;
/** A password of expected words stays easy to guess with at most this number of other letters, such as "and". */
const restLettersMax = 3;
/** The largest number of expected words. Usually there are 60, but a name can have many. */
const expectedMax = 100;

/** NIST SP 800-63B, section 3.1.1.2. @throws StoreError `invalidField` with the reason, and never with the password */
export async function assertHardToGuess(
  password: string,
  whose: Whose,
  field: 'password' | 'newPassword',
): Promise<void> {
  const kind = await problemOf(asHashed(password), expectedWords(whose));
  if (!kind) return;
  const message = `${reasons[kind]}; use three or more unrelated words`;
  throw new GuessablePassword('invalidField', `${field} ${message}`, {
    problems: [{ pointer: `/${field}`, message, kind }],
  });
}

async function problemOf(password: string, own: string[]): Promise<ProblemKind | undefined> {
  const { check } = await load();
  const { guesses, sequence } = check(password, [...own, ...tradeWords]);
  const expected = sequence.flatMap(({ dictionaryName, matchedWord }) =>
    dictionaryName === 'userInputs' ? [String(matchedWord)] : [],
  );
  const { letters, removed } = without(password.toLowerCase(), [...own, ...tradeWords]);
  const isMadeOfThem = removed.length > 0 && letters <= restLettersMax && guesses < guessesOfWordsMin;
  if (!isMadeOfThem && guesses >= guessesMin) return undefined;
  if (!isMadeOfThem && expected.length === 0) return 'commonPassword';
  const isOwn = [...expected, ...removed].some((word) => own.includes(word));
  return isOwn ? 'passwordOfOwnWords' : 'passwordOfTradeWords';
}

function without(text: string, words: string[]): { removed: string[]; letters: number } {
  const removed: string[] = [];
  let rest = text;
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (!rest.includes(word)) continue;
    removed.push(word);
    rest = rest.replaceAll(word, ' ');
  }
  return { removed, letters: rest.match(/\p{L}/gu)?.length ?? 0 };
}

/** The error for a chosen password that is easy to guess. It does not count as a failed sign-in. */
export class GuessablePassword extends StoreError {}

/** Like better-auth, the check uses the compatible form of a password (NFKC). */
const asHashed = (text: string) => text.normalize('NFKC').replaceAll('’', "'");

const reasons: Record<ProblemKind, string> = {
  commonPassword: 'is too common',
  passwordOfOwnWords: "is too easy to guess because it uses your name, e-mail or the store's name",
  passwordOfTradeWords: 'is too easy to guess because it is made of plant and garden words',
};

/** The words that an attacker expects in a password of this person in this store, the most likely first. */
function expectedWords({ name = '', email = '', userName = '' }: Whose): string[] {
  const texts = ['plant store', 'plants', name, userName, email, email.split('@')[0] ?? ''];
  const words = texts.flatMap((text) => {
    const written = asHashed(text).toLowerCase();
    const spellings = [written.match(/[\p{L}\p{M}\p{N}']+/gu) ?? [], fold(text).split(' ')];
    const joined = spellings.flatMap((parts) => ['', ' ', '.', '-', '_'].map((by) => parts.join(by)));
    return [written, ...joined, ...written.split(' '), ...spellings.flat()];
  });
  return [...new Set(words)].filter(({ length }) => length > 2).slice(0, expectedMax);
}

/** zxcvbn with 49,000 common passwords, 7,800 words of passphrases and keyboard patterns: 70 ms, 8 MB. */
const load = loadOnce(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: lookedAtMax });
  return { check: zxcvbn.check.bind(zxcvbn) };
});
