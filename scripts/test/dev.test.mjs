import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { checkout, launch, processesIn, until } from './checkout.mjs';

test('npm run dev starts a server again when a source of it changes, and Ctrl-C stops all of it', async (t) => {
  const folder = checkout(t);
  const packages = ['api', 'db', 'http', 'plant-files', 'schema'].map((name) => `packages/${name}/src`);
  const nested = [
    ...['apps/api/src', ...packages].map((name) => join(folder, name, 'outer/inner/source.ts')),
    join(folder, 'prisma/sqlite/migrations/new/migration.sql'),
    join(folder, 'packages/api/openapi.json'),
  ];
  const nestedOfWeb = ['apps/web/src/server', 'packages/http/src', 'packages/schema/src'].map((name) =>
    join(folder, name, 'outer/inner/source.ts'),
  );
  for (const path of [...nested, ...nestedOfWeb]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  const run = launch(t, folder, 'npm', ['run', 'dev']);
  const about = () => run.output;
  await until('ready', () => run.output.includes('Ctrl-C stops both'), { about });
  const source = join(folder, 'apps/api/src/main.ts');
  const program = readFileSync(source, 'utf8');
  for (const change of ['first', 'second', 'third']) {
    // Many editors save like this: they replace the old file by renaming a new one.
    writeFileSync(`${source}.new`, `${program}process.stdout.write('after the ${change} change\\n');\n`);
    renameSync(`${source}.new`, source);
    await until('started again', () => run.output.includes(`after the ${change} change`), { about });
  }
  const restarts = (name) => run.output.split(`The ${name} is running again`).length;
  const changing = [...nested.map((path) => [path, 'API']), ...nestedOfWeb.map((path) => [path, 'web app'])];
  for (const [path, name] of changing) {
    const before = restarts(name);
    writeFileSync(`${path}.new`, '-- changed\n');
    renameSync(`${path}.new`, path);
    await until(`the ${name} started again after ${path} changed`, () => restarts(name) > before, { about });
  }
  const generated = join(folder, 'packages/db/generated');
  rmSync(generated, { recursive: true });
  writeFileSync(join(folder, 'prisma/models.prisma'), '// changed\n');
  await until('the database client is made again after a change of the models', () => existsSync(generated), {
    about,
  });
  process.kill(-run.pid, 'SIGINT');
  assert.equal((await run.ended).code, 130);
  await until('no process is left', () => processesIn(folder).length === 0);
});
