import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeLock } from '../setup.mjs';
import { emptyFolder, launch, until } from './checkout.mjs';

const script = (text) => [
  '--input-type=module',
  '-e',
  `import { takeLock } from '${new URL('../setup.mjs', import.meta.url)}'; ${text}`,
];
const HOLD = script(`
  await takeLock(process.argv[1]);
  console.log('taken');
  setInterval(() => {}, 1000);`);
const locks = (folder) => readdirSync(folder).filter((name) => name.endsWith('.lock'));

test('forty processes all get the lock, never two at the same time', async (t) => {
  const folder = emptyFolder(t);
  const log = join(folder, 'log');
  const TURNS = script(`
    import { appendFileSync } from 'node:fs';
    for (let turn = 0; turn < 5; turn++) {
      const release = await takeLock(process.argv[1]);
      appendFileSync(process.argv[2], 'in ' + process.pid + '\\n');
      await new Promise((resolve) => setTimeout(resolve, 3));
      appendFileSync(process.argv[2], 'out ' + process.pid + '\\n');
      release();
    }`);
  const runs = Array.from({ length: 40 }, () => launch(t, folder, process.execPath, [...TURNS, folder, log]));
  for (const run of runs) assert.equal((await run.ended).code, 0, run.output);
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  assert.equal(lines.length, 400);
  for (let i = 0; i < lines.length; i += 2) assert.equal(lines[i + 1], lines[i].replace('in', 'out'));
});

test("a waiting process names the lock's holder, and gets the lock after a kill", async (t) => {
  const folder = emptyFolder(t);
  const holder = launch(t, folder, process.execPath, [...HOLD, folder]);
  await until('the other has it', () => holder.output.includes('taken'));
  const { mock } = t.mock.method(console, 'log', () => undefined);
  const mine = takeLock(folder);
  await until('told', () => mock.callCount() === 1);
  assert.match(
    mock.calls[0].arguments[0],
    new RegExp(`Another start \\(process ${holder.pid}\\) is at work`),
  );
  process.kill(holder.pid, 'SIGKILL');
  const release = await mine;
  assert.equal(locks(folder).length, 1, 'the file of a dead process is removed');
  release();
});

test('a child process keeps the lock of its killed parent', async (t) => {
  const folder = emptyFolder(t);
  const PARENT = [...HOLD, folder];
  PARENT[2] += `const { spawn } = await import('node:child_process');
    console.log('child', spawn('sleep', ['600'], { stdio: 'ignore' }).pid);`;
  const parent = launch(t, folder, process.execPath, PARENT);
  const child = await until('the child runs', () => Number(parent.output.match(/child (\d+)/)?.[1]));
  process.kill(parent.pid, 'SIGKILL');
  await parent.ended;
  const { mock } = t.mock.method(console, 'log', () => undefined);
  const next = takeLock(folder);
  await until('the next one waits', () => mock.callCount() === 1);
  process.kill(child, 'SIGKILL');
  (await next)();
});

test('a process with the id of a dead holder does not count as the holder', async (t) => {
  const folder = emptyFolder(t);
  const holder = launch(t, folder, process.execPath, [...HOLD, folder]);
  await until('the other has it', () => holder.output.includes('taken'));
  const [name] = locks(folder);
  process.kill(holder.pid, 'SIGKILL');
  await holder.ended;
  writeFileSync(join(folder, name.replace(`${holder.pid}-`, `${process.pid}-`)), '');
  (await takeLock(folder))();
  assert.deepEqual(locks(folder), []);
});
