import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workspace.mjs';
import { emptyFolder, launch, until, writeFiles } from './sandbox.mjs';

const PROGRAM = `console.log('started'); setInterval(() => {}, 1000);`;

/** A program that watch.mjs runs, with the folders `first` and `second`, of which it watches all. */
async function watchProgram(t) {
  const folder = emptyFolder(t);
  writeFiles(folder, { 'program.mjs': PROGRAM, 'first/inner/source.ts': '', 'second/source.ts': '' });
  const run = launch(t, folder, process.execPath, [
    ...[join(root, 'scripts/watch.mjs'), 'program.mjs', 'first', 'second'],
  ]);
  const starts = () => run.output.split('started').length - 1;
  const about = () => run.output;
  const startedAgainAfter = async (change) => {
    const before = starts();
    change();
    await until('started again', () => starts() > before, { ms: 10_000, about });
  };
  await until('started', () => starts() === 1, { about });
  return { folder, run, startedAgainAfter };
}

test('watch.mjs sees changes in a folder that was deleted and made again at once', async (t) => {
  const { folder, startedAgainAfter } = await watchProgram(t);
  const inner = join(folder, 'first/inner');
  await startedAgainAfter(() => {
    rmSync(inner, { recursive: true });
    mkdirSync(inner);
  });
  await startedAgainAfter(() => writeFiles(folder, { 'first/inner/source.ts': '// changed\n' }));
});

test('watch.mjs goes on when a folder that it watches is deleted', async (t) => {
  const { folder, run, startedAgainAfter } = await watchProgram(t);
  await startedAgainAfter(() => rmSync(join(folder, 'first'), { recursive: true }));
  await startedAgainAfter(() => writeFiles(folder, { 'second/source.ts': '// changed\n' }));
  assert.equal(run.child.exitCode, null);
});
