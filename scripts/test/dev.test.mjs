import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkout, launch, processesIn, until } from './sandbox.mjs';

test('npm run dev starts the API again when a source changes, and Ctrl-C stops all of it', async (t) => {
  const folder = checkout(t);
  const packages = ['api', 'db', 'http', 'plant-files', 'schema'].map((name) => `packages/${name}`);
  const nested = [
    ...['apps/api', ...packages].map((name) => join(folder, name, 'src/outer/inner/source.ts')),
    join(folder, 'prisma/sqlite/migrations/new/migration.sql'),
  ];
  for (const path of nested) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  const run = launch(t, folder, 'npm', ['run', 'dev']);
  const about = () => run.output;
  await until('ready', () => run.output.includes('Ctrl-C stops both'), { about });
  const source = join(folder, 'apps/api/src/main.ts');
  const program = readFileSync(source, 'utf8');
  for (const change of ['first', 'second', 'third']) {
    // Many editors save so: they rename a new file into the place of the old one.
    writeFileSync(`${source}.new`, `${program}process.stdout.write('after the ${change} change\\n');\n`);
    renameSync(`${source}.new`, source);
    await until('started again', () => run.output.includes(`after the ${change} change`), { about });
  }
  for (const path of nested) {
    const starts = () => run.output.split('after the third change').length;
    const before = starts();
    writeFileSync(`${path}.new`, '-- changed\n');
    renameSync(`${path}.new`, path);
    await until(`started again after ${path} changed`, () => starts() > before, { about });
  }
  process.kill(-run.pid, 'SIGINT');
  assert.equal((await run.ended).code, 130);
  await until('no process is left', () => processesIn(folder).length === 0);
});
