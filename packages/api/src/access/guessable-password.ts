import { fold, StoreError } from '@plant-store/schema';
import { loadOnce } from '../load-once.ts';

/** Whose password it is: words that somebody who guesses it would try first. */
export type Whose = { name?: string; email?: string; userName?: string | undefined };

/** How many tries a password must be thought to withstand; docs/decisions/0020 says why so many. */
const guessesMin = 1e9;
/** How much of it is looked at: the time that takes grows with its square. What begins better than that is good enough. */
const lookedAtMax = 32;
/** How many words of a person are looked for: some 60 are usual, and a name can be made of many. */
const expectedMax = 100;

/**
 * Asserts that a password that is chosen is not commonly used, expected of this person or this store, or a pattern
 * (NIST SP 800-63B, section 3.1.1.2). Not for one that signs in: nobody is locked out.
 * @throws StoreError `invalidField` at `field`, with the reason, and never with the password
 */
export async function assertHardToGuess(
  password: string,
  whose: Whose,
  field: 'password' | 'newPassword',
): Promise<void> {
  const { check } = await load();
  const { guesses, sequence } = check(asHashed(password), expectedWords(whose));
  if (guesses >= guessesMin) return;
  const isOwn = sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs');
  const message = `${isOwn ? own : common}; take three or more words that have nothing to do with each other`;
  throw new GuessablePassword('invalidField', `${field} ${message}`, {
    problems: [{ pointer: `/${field}`, message }],
  });
}

/** That a password which was chosen is soon guessed: whoever chose it has tried to guess nothing. */
export class GuessablePassword extends StoreError {}

/** better-auth hashes compatibility characters as those that they stand for, by which one can sign in. */
const asHashed = (text: string) => text.normalize('NFKC').replaceAll('’', "'");

const common =
  'is among the first that anybody tries: it is made of what many people choose, or of a pattern';
const own = 'is soon guessed: it is made of your names, your e-mail address or what this store is called';

/** What is to be expected in a password of this person in this store, what is most likely first. */
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

/** zxcvbn with 49,000 common passwords, 7,800 words of passphrases and what lies together on keyboards: 70 ms, 8 MB. */
const load = loadOnce(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: lookedAtMax });
  return { check: zxcvbn.check.bind(zxcvbn) };
});
