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

/**
 * Throws a Problem where npm kept `--head HASH` to itself, as it does without a "--" before the words: the log would be
 * found intact without a look at the hash. npm completes `--head` to its own setting `heading`.
 * Settings of npm, such as `json`, tell nothing about the words: they may come from .npmrc.
 */
export function refuseKeptHead({ npm_config_head: head, npm_config_heading: heading }) {
  if (head === undefined && !/[0-9a-f]{16}/i.test(heading ?? '')) return;
  throw new Problem(
    'npm kept the option --head to itself.',
    'Put "--" before the words: npm run audit -- verify --head HASH',
  );
}
