import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const at = (...names) => resolve(root, ...names);
export const bin = (name) => at('node_modules/.bin', name);
/** The Node of the installed packages. The Node that runs this file may be older. */
export const node24 = bin('node');

export const readManifest = (folder) => JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8'));

export function packageFolders() {
  const [, globs] = readFileSync(at('pnpm-workspace.yaml'), 'utf8').match(/^packages:\n((?: {2}- .*\n)+)/m);
  const folders = [...globs.matchAll(/- (.*)/g)].flatMap(([, glob]) =>
    glob.endsWith('/*') ? readdirSync(at(glob.slice(0, -2))).map((name) => glob.replace('*', name)) : [glob],
  );
  return ['.', ...folders.filter((folder) => existsSync(at(folder, 'package.json'))).sort()];
}

/** The folders of packages, and of their direct and indirect dependencies in this workspace. */
export function packagesUsedBy(...folders) {
  const names = new Map(packageFolders().map((folder) => [readManifest(folder).name, folder]));
  const used = new Set(folders);
  for (const folder of used)
    for (const name of Object.keys(readManifest(folder).dependencies ?? {}))
      if (names.has(name)) used.add(names.get(name));
  return [...used];
}
