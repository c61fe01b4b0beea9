import { Problem } from './problem.mjs';

/** Throws a Problem where words follow a command that takes none, `--help` too: they would be lost without a word. */
export function refuseWords(words, command) {
  if (words.length === 0) return;
  throw new Problem(
    `"${command}" takes no words after it; "${words[0]}" was given.`,
    'Run it without. What can be set is in README.md, under "Settings", and in .env.example.',
  );
}

/** The kind of test that `--only` names, if any. */
export function onlyKind(words) {
  if (words.length === 0) return undefined;
  const [option, kind] = words;
  if (option === '--only' && kind && words.length === 2) return kind;
  throw new Problem(
    `"npm test" takes nothing but --only and one kind of test; "${words.join(' ')}" was given.`,
    'For example: npm test -- --only checks (or scripts, unit, browser).',
  );
}
