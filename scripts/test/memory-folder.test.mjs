import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { memoryFolder } from '../test-runner/test.mjs';
import { emptyFolder } from './checkout.mjs';

test('a folder in memory is accessible for others, and removed with the process or by the next one', (t) => {
  const parent = emptyFolder(t);
  const module = new URL('../test-runner/test.mjs', import.meta.url);
  const script = `
    import { statSync, writeFileSync } from 'node:fs';
    import { memoryFolder } from '${module}';
    const folder = memoryFolder(process.argv[1]);
    writeFileSync(folder + '/x', '');
    process.stdout.write(folder + ' ' + (statSync(folder).mode & 0o777).toString(8));`;
  const words = ['--input-type=module', '-e', script, parent];
  const run = () => spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout.split(' ');
  const [folder, mode] = run();
  assert.equal(mode, '755');
  assert.ok(folder?.startsWith(join(parent, 'plant-store-tests-')));
  assert.ok(!existsSync(folder));
  // As after kill -9.
  mkdirSync(folder);
  run();
  assert.ok(!existsSync(folder));
});

test('without enough memory there is no folder in memory', (t) => {
  assert.equal(memoryFolder(join(emptyFolder(t), 'nowhere')), undefined);
});
