import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTask } from '../processes.mjs';
import { keepCurrent, stateOf } from '../servers.mjs';
import { emptyFolder, launch, until, writeFiles } from './checkout.mjs';

/** Keeps a program current, which counts its starts. */
async function startWatch(t, program = 'setInterval(() => {}, 1000)') {
  const folder = emptyFolder(t);
  const path = (name) => join(folder, name);
  writeFiles(folder, { 'inner/source.ts': '' });
  let [starts, isWanted, task] = [0, true];
  const said = [];
  const start = () => {
    starts++;
    task = startTask(process.execPath, ['-e', program]);
    return task;
  };
  const options = {
    name: 'server',
    paths: [folder],
    isWanted: () => isWanted,
    say: (line) => said.push(line),
  };
  const ended = keepCurrent(start, options);
  t.after(async () => {
    isWanted = false;
    task.stop('SIGKILL');
    await ended;
  });
  await until('started', () => starts === 1);
  return {
    path,
    said,
    restartsBy: async (change) => {
      const before = starts;
      change();
      await until('started again', () => starts > before);
    },
  };
}

test('a file that an editor replaces is still watched', async (t) => {
  const { path, restartsBy } = await startWatch(t);
  for (const change of ['first', 'second'])
    await restartsBy(() => {
      writeFileSync(path('new'), change);
      renameSync(path('new'), path('inner/source.ts'));
    });
});

test('a folder that is deleted and made again is still watched', async (t) => {
  const { path, restartsBy } = await startWatch(t);
  await restartsBy(() => {
    rmSync(path('inner'), { recursive: true });
    mkdirSync(path('inner'));
  });
  await restartsBy(() => writeFileSync(path('inner/source.ts'), '// changed\n'));
});

test('a program that ended is reported, and started again after a change', async (t) => {
  const { said, path, restartsBy } = await startWatch(t, 'process.exit(1)');
  const ends = () => said.filter((line) => line.startsWith('The server ended. It starts again when')).length;
  await until('its end is told', () => ends() === 1);
  await restartsBy(() => writeFileSync(path('inner/source.ts'), '// changed\n'));
  await until('its second end is told', () => ends() === 2);
});

test('sources are listed while folders appear, disappear and become files', async (t) => {
  const folder = emptyFolder(t);
  const program = `for (;;) {
    for (let number = 0; number < 20; number++) fs.mkdirSync('outer/' + number + '/inner', { recursive: true });
    for (let number = 0; number < 20; number++) {
      fs.rmSync('outer/' + number, { recursive: true });
      fs.writeFileSync('outer/' + number, '');
    }
    fs.rmSync('outer', { recursive: true });
  }`;
  const run = launch(t, folder, process.execPath, ['-e', program]);
  await until('folders appear', () => existsSync(join(folder, 'outer')), { about: () => run.output });
  for (let round = 0; round < 2000; round++) assert.ok(stateOf([folder]).startsWith(folder));
  assert.equal(run.child.exitCode, null, run.output);
  writeFileSync(join(folder, 'file'), '');
  assert.match(stateOf([join(folder, 'file/gone')]), /gone undefined$/);
  run.child.kill('SIGKILL');
  await run.ended;
});
