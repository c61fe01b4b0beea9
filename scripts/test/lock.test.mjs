import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeLock } from '../lock.mjs';
import { emptyFolder, launch, until } from './sandbox.mjs';

const HOLD = `
import { takeLock } from '${new URL('../lock.mjs', import.meta.url)}';
const lock = await takeLock(process.argv[1]);
lock.tell('Counting seeds');
console.log('taken');
setInterval(() => {}, 1000);`;

test('twelve processes all get the lock, never two at the same time', async (t) => {
  const folder = emptyFolder(t);
  const log = join(folder, 'log');
  const inside = async (name) => {
    const lock = await takeLock(join(folder, 'lock'));
    appendFileSync(log, `in ${name}\n`);
    await new Promise((resolve) => setTimeout(resolve, 15));
    appendFileSync(log, `out ${name}\n`);
    lock.release();
  };
  await Promise.all(Array.from({ length: 12 }, (_, name) => inside(name)));
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  assert.equal(lines.length, 24);
  for (let i = 0; i < lines.length; i += 2) assert.equal(lines[i + 1], lines[i].replace('in', 'out'));
});

test('a waiting process learns the holder of the lock and its reason, and gets the lock after a kill', async (t) => {
  const folder = emptyFolder(t);
  const holder = launch(t, folder, process.execPath, ['--input-type=module', '-e', HOLD, folder]);
  await until('the other has it', () => holder.output.includes('taken'));
  let told;
  const mine = takeLock(folder, (...what) => {
    told = what;
  });
  await until('told', () => told);
  assert.deepEqual(told, [holder.pid, 'Counting seeds']);
  process.kill(holder.pid, 'SIGKILL');
  const lock = await mine;
  assert.equal(
    readdirSync(folder).filter((name) => name.endsWith('.lock')).length,
    1,
    'the file of a dead process is removed',
  );
  lock.release();
});

test('a child process that inherited the lock keeps it after its parent', async (t) => {
  const folder = emptyFolder(t);
  const lock = await takeLock(folder);
  const child = spawn('sleep', ['30'], { stdio: ['ignore', 'ignore', 'ignore', lock.fd] });
  t.after(() => child.kill('SIGKILL'));
  // As after a kill of this process: nothing calls `release`.
  const { closeSync } = await import('node:fs');
  closeSync(lock.fd);
  let isTaken = false;
  const next = takeLock(folder).then((taken) => {
    isTaken = true;
    return taken;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(isTaken, false);
  child.kill('SIGKILL');
  (await next).release();
});
