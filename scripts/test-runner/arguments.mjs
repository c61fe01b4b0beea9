import { existsSync, readdirSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../problem.mjs';
import { packageFolders, readManifest } from '../workspace.mjs';

const KINDS = ['fast', 'checks', 'scripts', 'unit', 'browser'];
const TAKEN =
  'It takes paths of tests, -t TITLE, --watch, or else --only and a kind: fast, checks, scripts, unit or browser.';
const EXAMPLES =
  'packages/api/test/rest/request-body.once.test.ts, scripts/test/lock.test.mjs or e2e/tests/list.spec.ts';

/**
 * Parses the arguments after `npm test --`: the kind of test after `--only`, or the test files of each package and
 * runner, and a title. @throws Problem that names the valid arguments
 */
export function wantedTests(root, words) {
  const { only, title, watch: isWatched = false, files } = parsed(words);
  if (only !== undefined && !KINDS.includes(only))
    throw new Problem(`"${only}" is not a kind of test.`, TAKEN);
  if (only !== undefined && (files.length > 0 || title !== undefined))
    throw new Problem('Give --only, or paths and a title, not both.', TAKEN);
  if ((title !== undefined || isWatched) && files.length === 0)
    throw new Problem(
      `${isWatched ? '--watch' : '-t'} needs the path of a test.`,
      `For example: npm test -- ${EXAMPLES.split(',')[0]} -t 'too large'`,
    );
  const groups = files.length > 0 ? findTests(root, files) : undefined;
  if (isWatched && (groups.length > 1 || groups[0].kind !== 'unit'))
    throw new Problem(
      '--watch takes tests of one package, no browser tests and no tests of scripts.',
      `Run the tests once instead: npm test -- ${files.join(' ')}`,
    );
  return { only, groups, title, isWatched };
}

function parsed(words) {
  const options = {
    only: { type: 'string' },
    title: { type: 'string', short: 't' },
    watch: { type: 'boolean', short: 'w' },
  };
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    return { ...values, files: positionals };
  } catch (error) {
    const [, option] = error.message.match(/'(--?[\w-]+)/) ?? [];
    const isUnknown = error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    throw new Problem(
      isUnknown ? `"npm test" does not take "${option}".` : `"${option}" is not complete.`,
      TAKEN,
    );
  }
}

/** Gives `{ kind, folder, files }` for each runner and package, with the files as paths from that folder. */
function findTests(root, words) {
  const groups = groupsIn(root).map((group) => ({ ...group, files: filesOf(root, group) }));
  const wanted = words.map((word) => relative(root, isAbsolute(word) ? word : join(root, word)));
  const unknown = wanted.find(
    (path) => !groups.some((group) => group.files.some((file) => isIn(join(group.folder, file), path))),
  );
  if (unknown !== undefined) throw noTest(root, unknown, groups);
  return groups
    .map((group) => ({
      ...group,
      files: group.files.filter((file) => wanted.some((path) => isIn(join(group.folder, file), path))),
    }))
    .filter(({ files }) => files.length > 0);
}

const isIn = (file, path) => file === path || file.startsWith(`${path}/`);

function groupsIn(root) {
  const packages = packageFolders(root).filter((f) => f !== '.' && readManifest(root, f).scripts?.test);
  return [
    ...packages.map((folder) => ({ kind: 'unit', folder, tests: 'test', ending: '.test.ts' })),
    { kind: 'scripts', folder: '.', tests: 'scripts/test', ending: '.test.mjs' },
    { kind: 'browser', folder: 'e2e', tests: 'tests', ending: '.spec.ts' },
  ];
}

function filesOf(root, { folder, tests, ending }) {
  const top = join(root, folder, tests);
  if (!existsSync(top)) return [];
  const names = readdirSync(top, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(tests, name));
}

function noTest(root, path, groups) {
  const all = groups.flatMap(({ folder, files }) => files.map((file) => join(folder, file)));
  const [stem] = basename(path).split('.');
  const isSame = (file) => basename(file).split('.')[0] === stem;
  const similar = all
    .filter((file) => stem && basename(file).includes(stem))
    .sort((one, other) => isSame(other) - isSame(one))
    .slice(0, 5);
  return new Problem(
    existsSync(join(root, path)) ? `"${path}" is not a test.` : `There is no test at "${path}".`,
    similar.length > 0
      ? `Tests with a similar name: ${similar.join(', ')}.`
      : `Give a path from the top folder, such as ${EXAMPLES}.`,
  );
}
