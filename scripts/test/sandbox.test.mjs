import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownSpace } from '../processes.mjs';
import { checkout, emptyFolder, launch, processesIn, until } from './checkout.mjs';

const shared = {};
/** An installed checkout, and a folder for the temporary files of one test. */
function place(t) {
  shared.folder ??= checkout({ after: (clean) => process.on('exit', clean) });
  return { folder: shared.folder, TMPDIR: emptyFolder(t) };
}

/** Waits for the line of JSON. The stand-in of the sandbox never ends by itself. */
async function ready(run) {
  await until('the sandbox is ready', () => run.output.includes('http://sandbox'), {
    about: () => run.output,
  });
}

async function nothingIsLeft({ folder, TMPDIR }) {
  await until('no process is left', () => processesIn(folder).length === 0);
  await until('its folder is removed', () => left(TMPDIR).length === 0);
}

const left = (folder) => readdirSync(folder).filter((name) => name.startsWith('plant-store-sandbox'));

const start = (t, { folder, TMPDIR }) => launch(t, folder, 'npm', ['run', '--silent', 'sandbox'], { TMPDIR });

test('a sandbox prints one line, and ends with exit code 0 when its standard input closes', async (t) => {
  const at = place(t);
  const run = start(t, at);
  let printed = '';
  run.child.stdout.on('data', (data) => {
    printed += data;
  });
  await ready(run);
  assert.equal(left(at.TMPDIR).length, 1);
  run.child.stdin.end();
  assert.deepEqual(await run.ended, { code: 0, signal: null });
  assert.equal(printed, '"http://sandbox"\n');
  await nothingIsLeft(at);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  test(`${signal} ends a sandbox, and its folder is removed`, async (t) => {
    const at = place(t);
    const run = start(t, at);
    await ready(run);
    process.kill(-run.pid, signal);
    await run.ended;
    await nothingIsLeft(at);
  });

test('a sandbox ends when the process that started npm is killed, with /dev/null as standard input too', async (t) => {
  const at = place(t);
  const script = 'npm run --silent sandbox < /dev/null & wait';
  const run = launch(t, at.folder, 'sh', ['-c', script], { TMPDIR: at.TMPDIR });
  await ready(run);
  process.kill(run.pid, 'SIGKILL');
  await nothingIsLeft(at);
});

test('a sandbox removes what a killed one left, and nothing of a living or of a foreign one', async (t) => {
  const at = place(t);
  const first = start(t, at);
  await ready(first);
  const [ofFirst] = left(at.TMPDIR);
  const dead = `plant-store-sandbox-${ownSpace()}-4194304-1`;
  const foreign = 'plant-store-sandbox-1-4194304-1';
  for (const name of [dead, foreign]) mkdirSync(join(at.TMPDIR, name, 'store-1'), { recursive: true });
  const second = start(t, at);
  await ready(second);
  const now = left(at.TMPDIR);
  assert.ok(now.includes(ofFirst) && now.includes(foreign) && !now.includes(dead), now.join());
  assert.equal(now.length, 3);
  for (const run of [first, second]) run.child.stdin.end();
  await Promise.all([first.ended, second.ended]);
  assert.deepEqual(left(at.TMPDIR), [foreign]);
});

test('npm that keeps an option of the sandbox to itself is told', async (t) => {
  const { folder } = place(t);
  const run = launch(t, folder, 'npm', ['run', '--silent', 'sandbox', '--plants=2000']);
  assert.equal((await run.ended).code, 1);
  assert.match(run.output, /Put "--" before the words: npm run sandbox -- --plants 2000/);
});
