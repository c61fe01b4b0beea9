import { Problem } from './problem.mjs';

/** Throws a Problem where words follow a command that takes none, `--help` too: they would be lost without a word. */
export function refuseWords(words, command) {
  if (words.length === 0) return;
  throw new Problem(
    `"${command}" takes no words after it; "${words[0]}" was given.`,
    'Run it without. What can be set is in README.md, under "Settings", and in .env.example.',
  );
}

/**
 * Throws a Problem where npm kept an option to itself, as it does without a "--" before the words: the command would do
 * something else than was asked for. npm completes `--head` to its own setting `heading`, and `--to` to
 * `token-description`. Other settings of npm, such as `json`, tell nothing about the words: they may come from .npmrc.
 */
export function refuseKept(command, env) {
  const { isKept, example } = KEPT[command] ?? {};
  if (isKept?.(env))
    throw new Problem('npm kept an option to itself.', `Put "--" before the words: ${example}`);
}

const hasTo = (env) => env.npm_config_to !== undefined || env.npm_config_token_description !== undefined;

const KEPT = {
  audit: {
    isKept: ({ npm_config_head: head, npm_config_heading: heading }) =>
      head !== undefined || /[0-9a-f]{16}/i.test(heading ?? ''),
    example: 'npm run audit -- verify --head HASH',
  },
  backup: { isKept: hasTo, example: 'npm run backup -- --to FOLDER' },
  restore: { isKept: hasTo, example: 'npm run restore -- NAME --to FILE-OR-URL' },
};
