import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../problem.mjs';
import { at, packageFolders, readManifest, root } from '../workspace.mjs';

const KINDS = ['fast', 'checks', 'scripts', 'unit', 'browser'];
const TAKEN = `It takes paths of tests, -t TITLE, --watch, or else --only and a kind: ${KINDS.join(', ')}.`;
const text = { type: 'string' };
const OPTIONS = { only: text, title: { ...text, short: 't' }, watch: { type: 'boolean', short: 'w' } };
const EXAMPLE = 'packages/api/test/rest/request-body.once.test.ts';

/** Parses the arguments after `npm test --`. `groups` are the named tests. @throws Problem with the valid ones */
export function wantedTests(words) {
  const { values, positionals: files } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  const { only, title, watch: isWatched } = values;
  const isNamed = files.length > 0;
  const refuseIf = (isWrong, what, next = TAKEN) => {
    if (isWrong) throw new Problem(what, next);
  };
  refuseIf(only && !KINDS.includes(only), `"${only}" is not a kind of test.`);
  refuseIf(only && (isNamed || title), 'Give --only, or paths and a title, not both.');
  const option = isWatched ? '--watch' : title && '-t';
  refuseIf(option && !isNamed, `${option} needs the path of a test.`, `Such as: npm test -- ${EXAMPLE}`);
  const groups = isNamed ? findTests(files) : undefined;
  const hasOne = groups?.length === 1 && groups[0].kind === 'unit';
  refuseIf(isWatched && !hasOne, '--watch takes tests of one package, not of scripts or browser.');
  return { only, groups, title, isWatched };
}

export const testedPackages = () =>
  packageFolders().filter((folder) => folder !== '.' && readManifest(folder).scripts?.test);

/** Gives `{ kind, folder, files }` for each package and runner; the files are paths from the folder. */
function findTests(words) {
  const groupOf = (kind, folder, tests, ending) => {
    const names = readdirSync(at(folder, tests), { recursive: true }).filter((name) => name.endsWith(ending));
    return { kind, folder, files: names.map((name) => join(tests, name)) };
  };
  const groups = testedPackages().map((folder) => groupOf('unit', folder, 'test', '.test.ts'));
  groups.push(
    groupOf('scripts', '.', 'scripts/test', '.test.mjs'),
    groupOf('browser', 'e2e', 'tests', '.spec.ts'),
  );
  const paths = words.map((word) => relative(root, at(word)));
  const isIn = (file, path) => file === path || file.startsWith(`${path}/`);
  const all = groups.flatMap(({ folder, files }) => files.map((file) => join(folder, file)));
  const unknown = paths.find((path) => !all.some((file) => isIn(file, path)));
  if (unknown !== undefined) throw noTest(unknown, all);
  for (const group of groups)
    group.files = group.files.filter((file) => paths.some((path) => isIn(join(group.folder, file), path)));
  return groups.filter(({ files }) => files.length > 0);
}

function noTest(path, all) {
  const stem = (file) => basename(file).split('.')[0];
  const same = all.filter((file) => stem(file) === stem(path));
  const longer = all.filter((file) => !same.includes(file) && basename(file).includes(stem(path)));
  const similar = stem(path) ? [...same, ...longer].slice(0, 5) : [];
  const what = existsSync(at(path)) ? `"${path}" is not a test.` : `There is no test at "${path}".`;
  if (similar.length === 0) return new Problem(what, `Give a path from the top folder, such as ${EXAMPLE}.`);
  return new Problem(what, `Tests with a similar name: ${similar.join(', ')}.`);
}
