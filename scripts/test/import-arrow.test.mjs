import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workspace.mjs';
import { emptyFolder, writeFiles } from './checkout.mjs';

/** The messages of the lint for a source file with this content, under the rules of its folder. */
function lint(t, file, source) {
  const folder = emptyFolder(t);
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFiles(folder, { 'biome.json': JSON.stringify({ ...rules, vcs: undefined }), [file]: source });
  const manifest = file.replace(/(src|servers)\/.*/, 'package.json');
  cpSync(join(root, manifest), join(folder, manifest));
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const { stderr, stdout, status } = spawnSync(biome, ['lint', file], { cwd: folder, encoding: 'utf8' });
  return { isRefused: status !== 0, said: (stdout + stderr).replaceAll(/\s+/g, ' ') };
}

const against = [
  ['packages/schema/src/x.ts', 'node:fs', 'The schema depends on zod alone'],
  ['packages/schema/src/x.ts', '@plant-store/db', 'belongs in packages/db or packages/api'],
  ['packages/engine/src/x.ts', '@plant-store/db', 'The engine knows no plant'],
  ['packages/engine/src/x.ts', '@plant-store/schema', 'The engine knows no plant'],
  ['packages/engine/src/x.ts', '@plant-store/backup', 'let packages/db hand this in'],
  ['packages/backup/src/x.ts', '@plant-store/db', 'A backup knows a list of tables'],
  ['packages/db/src/x.ts', '@plant-store/api', 'put this in packages/api'],
  ['packages/db/src/x.ts', 'fastify', 'put this in packages/api'],
  ['packages/plant-files/src/x.ts', 'node:fs', 'read in a browser too'],
  ['packages/plant-files/src/x.ts', '@plant-store/db', 'know only @plant-store/schema/plants'],
  ['packages/http/src/x.ts', 'fastify', 'packages/api or apps/web'],
  ['packages/api/src/x.ts', '@prisma/client', 'add a verb there'],
  ['packages/api/src/x.ts', '../../db/src/plants.ts', 'Import a package by its name'],
  ['packages/api/src/x.ts', '@plant-store/client', 'put this in apps/api, packages/client or apps/web'],
  ['apps/api/src/x.ts', 'better-sqlite3', 'storage in packages/db'],
  ['apps/web/src/x.ts', '@plant-store/db', 'through packages/client'],
  ['apps/web/src/x.ts', '@plant-store/api', 'through packages/client'],
  ['apps/web/src/x.tsx', 'next/link', 'Use the Link of ui/link.tsx'],
  ['apps/web/src/ui/x.tsx', 'next/link', 'Use the Link of ui/link.tsx'],
  ['apps/web/src/ui/fields/x.ts', '../../plants/texts.tsx', 'know nothing of plants'],
  ['bench/src/x.ts', '@plant-store/api', 'start its program and ask it over HTTP'],
  [
    'bench/servers/x.ts',
    '../../packages/schema/src/values/json.ts',
    'start its program and ask it over HTTP',
  ],
];

for (const [file, imported, advice] of against)
  test(`the lint refuses ${imported} in ${file}, and names the alternative`, (t) => {
    const { isRefused, said } = lint(t, file, `import { x } from '${imported}';\nexport const y = x;\n`);
    assert.ok(isRefused);
    assert.match(said, new RegExp(advice));
  });

test('the client imports only the type of the API', (t) => {
  const file = 'packages/client/src/x.ts';
  assert.ok(
    !lint(t, file, "import type { AppRouter } from '@plant-store/api';\nexport type X = AppRouter;\n")
      .isRefused,
  );
  assert.ok(
    lint(t, file, "import { createServer } from '@plant-store/api';\nexport const x = createServer;\n")
      .isRefused,
  );
});

test('only env.ts reads settings', (t) => {
  const source = 'export const port = process.env.API_PORT;\n';
  assert.ok(lint(t, 'packages/api/src/x.ts', source).isRefused);
  assert.ok(lint(t, 'packages/db/src/x.ts', source).isRefused);
});
