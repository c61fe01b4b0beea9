import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of this checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node of the installed packages. The Node that runs this file may be older. */
export function node24(root) {
  return join(root, 'node_modules', '.bin', 'node');
}

/** The folders of all packages, '.' for the top one first, read from pnpm-workspace.yaml. */
export function packageFolders(root) {
  const yaml = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const globs = [...yaml.split(/^packages:\n/m)[1].matchAll(/^ {2}- ["']?([^"'\n]+)["']?\n|^\S/gm)];
  const end = globs.findIndex((match) => match[1] === undefined);
  const folders = globs.slice(0, end < 0 ? undefined : end).flatMap(([, glob]) => expand(root, glob));
  return ['.', ...folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).sort()];
}

export function readManifest(root, folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

/** The folder of a package, and the folders of its direct and indirect dependencies in this workspace. */
export function packagesUsedBy(root, folder) {
  const manifests = new Map(packageFolders(root).map((one) => [one, readManifest(root, one)]));
  const used = new Set([folder]);
  for (const one of used) {
    const { dependencies = {} } = manifests.get(one);
    for (const [other, { name }] of manifests) if (name in dependencies) used.add(other);
  }
  return [...used];
}

function expand(root, glob) {
  if (!glob.endsWith('/*')) return [glob];
  const parent = glob.slice(0, -2);
  return existsSync(join(root, parent))
    ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
    : [];
}
