import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of this checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that the packages brought; what this file itself runs on may be older. */
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

/** A package's folder, and those of all packages of this workspace that it depends on, however far. */
export function packagesUsedBy(root, folder) {
  const manifests = packageFolders(root).map((folder) => ({ folder, ...readManifest(root, folder) }));
  const used = new Set([folder]);
  for (const one of used) {
    const { dependencies = {} } = readManifest(root, one);
    for (const { name, folder } of manifests) if (name in dependencies) used.add(folder);
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
