import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { packageFolders, root } from '../workspace.mjs';
import { emptyFolder, writeFiles } from './checkout.mjs';

// Biome finds circles of files only, and no lint for TypeScript 7 finds circles of folders.
const imported = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\('(\.[^']+)', import\.meta\.url\)/g;

/** The imports of a circle: from a folder of `src` through other folders back to it. Empty without a circle. */
function folderCircle(src) {
  const imports = readdirSync(src, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(imported)]
        .map(([, from, url]) => normalize(join(dirname(file), from ?? url)))
        .filter((target) => dirname(target) !== dirname(file) && !target.startsWith('..'))
        .map((target) => ({ file, target })),
    );
  const wayTo = (goal, { target }, seen) => {
    const folder = dirname(target);
    if (folder === goal) return [];
    if (seen.has(folder)) return undefined;
    seen.add(folder);
    for (const next of imports.filter(({ file }) => dirname(file) === folder)) {
      const way = wayTo(goal, next, seen);
      if (way) return [next, ...way];
    }
    return undefined;
  };
  for (const first of imports) {
    const way = wayTo(dirname(first.file), first, new Set());
    if (way) return [first, ...way].map(({ file, target }) => `${file} imports ${target}`);
  }
  return [];
}

for (const folder of packageFolders().filter((name) => /^(packages|apps)\/[^/]+$/.test(name)))
  test(`no folder of ${folder} is in a circle of imports`, () => {
    const circle = folderCircle(join(root, folder, 'src'));
    assert.deepEqual(circle, [], 'move what both folders need into a folder below both, or pass it in');
  });

test('the check finds a circle of folders through types, threads and the top folder', (t) => {
  const src = join(emptyFolder(t), 'src');
  writeFiles(src, {
    'index.ts': "export { x } from './top/x.ts';\n",
    'top/x.ts': "import { y } from '../low/y.ts';\nexport const x = y;\n",
    'low/y.ts': 'export const y = 1;\n',
    'low/z.ts': "import { y } from './y.ts';\nexport const z = y;\n",
  });
  assert.deepEqual(folderCircle(src), []);
  for (const back of [
    "import type { x } from '../top/x.ts';\nexport type Z = typeof x;\n",
    "export const thread = new URL('../top/x.ts', import.meta.url);\n",
    "export const later = () => import('../top/x.ts');\n",
    "import '../index.ts';\n",
  ]) {
    writeFiles(src, { 'low/z.ts': back });
    assert.ok(folderCircle(src).length >= 2, back);
  }
});
