import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { keepRunning } from '../servers.mjs';

/** Supervises a process with the source `program`; calls `onReady` with the process each time it is ready. */
function supervise(program, onReady, more = {}) {
  const said = [];
  const starts = [];
  const start = (onceReady) => {
    const child = spawn(process.execPath, ['-e', program, String(starts.length)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    starts.push(child.pid);
    child.on('message', () => {
      onceReady();
      onReady(child);
    });
    return { ended: once(child, 'exit').then(([code, signal]) => ({ code, signal })) };
  };
  const options = {
    name: 'API',
    firstWaitMs: 1,
    isWanted: () => true,
    say: (line) => said.push(line),
    ...more,
  };
  return { said, starts, ended: keepRunning(start, options) };
}

const SERVES = `setInterval(() => {}, 1000); process.send('ready');`;

test('a server that is killed six times is restarted five times, and then no more', async () => {
  const run = supervise(SERVES, (child) => child.kill('SIGKILL'));
  assert.deepEqual(await run.ended, { code: null, signal: 'SIGKILL', tries: 5, hasGivenUp: true });
  assert.equal(run.starts.length, 6);
  assert.deepEqual(
    run.said.map((line) => line.match(/in (\S+) s \(try (\d) of 5\)/).slice(1)),
    [
      ['0.001', '1'],
      ['0.002', '2'],
      ['0.004', '3'],
      ['0.008', '4'],
      ['0.016', '5'],
    ],
  );
});

test('a server that ends before it is ready is not restarted', async () => {
  const run = supervise('process.exit(1)', () => {});
  assert.deepEqual(await run.ended, { code: 1, signal: null, tries: 0, hasGivenUp: false });
  assert.equal(run.starts.length, 1);
  assert.deepEqual(run.said, []);
});

test('a server that fails to restart is tried five times', async () => {
  const refuses = `process.argv[1] === '0' ? (() => { ${SERVES} })() : process.exit(1)`;
  const run = supervise(refuses, (child) => child.kill('SIGKILL'));
  assert.deepEqual(await run.ended, { code: 1, signal: null, tries: 5, hasGivenUp: true });
  assert.equal(run.starts.length, 6);
});

test('a server that ends by itself is not restarted', async () => {
  const run = supervise(`process.on('SIGTERM', () => process.exit(0)); ${SERVES}`, (child) => child.kill());
  assert.deepEqual(await run.ended, { code: 0, signal: null, tries: 0, hasGivenUp: false });
});

test('a dead server is not restarted while all servers stop', async () => {
  let isWanted = true;
  const run = supervise(SERVES, (child) => child.kill('SIGKILL'), {
    isWanted: () => isWanted,
    say: () => {
      isWanted = false;
    },
  });
  assert.equal((await run.ended).signal, 'SIGKILL');
  assert.equal(run.starts.length, 1);
});
