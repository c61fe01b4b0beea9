import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { root } from '../workspace.mjs';
import { emptyFolder, launch, until, writeFiles } from './sandbox.mjs';

/** Runs a program under `watch.mjs`, which watches `sources`; `starts` counts its starts. */
async function startWatch(t, program = 'setInterval(() => {}, 1000)') {
  const folder = emptyFolder(t);
  writeFiles(folder, {
    'program.mjs': `console.log('started'); ${program};`,
    'sources/inner/source.ts': '',
  });
  const args = ['scripts/watch.mjs', 'server', join(folder, 'sources'), '--', join(folder, 'program.mjs')];
  const run = launch(t, root, process.execPath, args);
  const starts = () => run.output.match(/^started$/gm)?.length ?? 0;
  const about = () => run.output;
  await until('started', () => starts() === 1, { about });
  return {
    run,
    path: (name) => join(folder, 'sources', name),
    starts,
    restartsBy: async (change) => {
      const before = starts();
      change();
      await until('started again', () => starts() > before, { about });
    },
  };
}

test('a folder that is deleted and made again is still watched', async (t) => {
  const { path, restartsBy } = await startWatch(t);
  await restartsBy(() => {
    rmSync(path('inner'), { recursive: true });
    mkdirSync(path('inner'));
  });
  await restartsBy(() => writeFileSync(path('inner/source.ts'), '// changed\n'));
});

test('the watcher survives folders that appear and disappear while it lists them', async (t) => {
  const { run, path, starts, restartsBy } = await startWatch(t);
  for (let round = 0; round < 5; round++) {
    const before = starts();
    // The only event: the watcher finds the nested folders when it lists this one.
    mkdirSync(path('outer'));
    while (starts() === before) {
      assert.equal(run.child.exitCode, null, run.output);
      for (let number = 0; number < 20; number++)
        mkdirSync(path(`outer/${number}/inner`), { recursive: true });
      for (let number = 0; number < 20; number++) rmSync(path(`outer/${number}`), { recursive: true });
      await setImmediate();
    }
    await restartsBy(() => rmSync(path('outer'), { recursive: true }));
  }
});

test('the watcher says that a program ended, and starts it again after a change', async (t) => {
  const { run, path, restartsBy } = await startWatch(t, 'process.exit(1)');
  const ends = () =>
    run.output.match(/^The server ended\. It starts again when one of its sources/gm)?.length ?? 0;
  await until('its end is told', () => ends() === 1, { about: () => run.output });
  await restartsBy(() => writeFileSync(path('inner/source.ts'), '// changed\n'));
  await until('its second end is told', () => ends() === 2, { about: () => run.output });
});
