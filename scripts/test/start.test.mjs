import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkout, launch, processesIn, until } from './checkout.mjs';

const folders = {};
/** One installed checkout for all tests here; each test restores it. */
function installed(t) {
  folders.one ??= checkout({ after: (clean) => process.on('exit', clean) });
  t.after(() => rmSync(join(folders.one, 'slow'), { force: true }));
  return folders.one;
}

const start = (t, folder) => launch(t, folder, 'npm', ['start']);

async function ready(run) {
  await until('ready', () => run.output.includes('Ctrl-C stops both'), { about: () => run.output });
}

async function noneLeft(folder) {
  const list = () => processesIn(folder).map(({ pid, command }) => `${pid} ${command}`);
  await until('no process is left', () => list().length === 0, { about: () => list().join('\n') });
}

function find(folder, pattern) {
  return processesIn(folder).find(({ command }) => pattern.test(command))?.pid;
}

async function startsWhole(t, folder) {
  const again = start(t, folder);
  await ready(again);
  assert.equal(readFileSync(join(folder, 'apps/web/.next/BUILD_ID'), 'utf8'), 'whole');
  process.kill(-again.pid, 'SIGINT');
  assert.equal((await again.ended).code, 130);
  assert.doesNotMatch(again.output, /✖/);
  await noneLeft(folder);
}

for (const ms of [150, 600]) {
  test(`npm start completes an install after kill -9 of all processes at ${ms} ms`, async (t) => {
    const folder = checkout(t);
    const run = start(t, folder);
    const begun = join(folder, '.cache/setup/install-begun');
    await until('the install began', () => existsSync(begun), { about: () => run.output });
    await new Promise((resolve) => setTimeout(resolve, ms));
    process.kill(-run.pid, 'SIGKILL');
    await noneLeft(folder);
    await startsWhole(t, folder);
  });
}

const API = /^\S+\/node_modules\/\.bin\/node --max-semi-space-size=8 --expose-gc apps\/api/;
const VICTIMS = {
  npm: /^npm start/,
  'the start script': /scripts\/main\.mjs start/,
  'the session': /scripts\/main\.mjs in-session start/,
};
for (const [name, pattern] of Object.entries(VICTIMS)) {
  test(`kill -9 of ${name} during a build ends all of it, and the next start repairs it`, async (t) => {
    const folder = installed(t);
    rmSync(join(folder, 'apps/web/.next'), { recursive: true, force: true });
    rmSync(join(folder, '.turbo'), { recursive: true, force: true });
    writeFileSync(join(folder, 'slow'), '');
    const run = start(t, folder);
    await until('the build is half done', () => existsSync(join(folder, 'apps/web/.next/half')), {
      about: () => run.output,
    });
    process.kill(find(folder, pattern), 'SIGKILL');
    await noneLeft(folder);
    rmSync(join(folder, 'slow'));
    writeFileSync(join(folder, 'apps/web/.next/left-over'), '');
    await startsWhole(t, folder);
    assert.ok(!existsSync(join(folder, 'apps/web/.next/left-over')), 'what the killed build left is gone');
  });
}

test('kill -9 of the start script while it serves ends both servers', async (t) => {
  const folder = installed(t);
  const run = start(t, folder);
  await ready(run);
  assert.match(run.output, /http:\/\/web/);
  process.kill(find(folder, VICTIMS['the start script']), 'SIGKILL');
  await noneLeft(folder);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} to npm start reaches both servers as the same signal`, async (t) => {
    const folder = installed(t);
    const run = start(t, folder);
    await ready(run);
    process.kill(-run.pid, signal);
    await run.ended;
    assert.deepEqual(run.output.match(/told by \w+/g), [`told by ${signal}`, `told by ${signal}`]);
    await noneLeft(folder);
  });
}

test('npm start ends the other server when one ends by itself', async (t) => {
  const folder = installed(t);
  const run = start(t, folder);
  await ready(run);
  process.kill(find(folder, API), 'SIGUSR2');
  assert.equal((await run.ended).code, 0);
  assert.match(run.output, /The API ended \(exit code 0\); stopping the rest/);
  await noneLeft(folder);
});

test('npm start in a pipe restarts a killed API, keeps the web app, and makes no start link', async (t) => {
  const folder = installed(t);
  const run = start(t, folder);
  await ready(run);
  const web = find(folder, /bin\/node apps\/web/);
  const api = find(folder, API);
  process.kill(api, 'SIGKILL');
  await until('the API runs again', () => run.output.includes('The API is running again: http://api'), {
    about: () => run.output,
  });
  assert.match(run.output, /The API ended \(SIGKILL\)\. It starts again in 1 s \(try 1 of 5\)/);
  assert.notEqual(find(folder, API), api);
  assert.equal(find(folder, /bin\/node apps\/web/), web);
  assert.doesNotMatch(run.output, /start#|asked for a start code/);
  process.kill(-run.pid, 'SIGINT');
  assert.equal((await run.ended).code, 130);
  await noneLeft(folder);
});

for (const signal of ['SIGINT', 'SIGTERM'])
  test(`${signal} ends npm start while it waits to restart a server`, async (t) => {
    const folder = installed(t);
    const run = start(t, folder);
    await ready(run);
    process.kill(find(folder, API), 'SIGKILL');
    await until('it waits', () => run.output.includes('It starts again'), { about: () => run.output });
    process.kill(-run.pid, signal);
    assert.equal((await run.ended).code, signal === 'SIGINT' ? 130 : 143);
    assert.doesNotMatch(run.output, /running again/);
    await noneLeft(folder);
  });

test('npm start shows the start link on a terminal', async (t) => {
  const folder = installed(t);
  const asTerminal = { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true' };
  const run = launch(t, folder, 'npm', ['start'], asTerminal);
  await until('the link', () => run.output.includes('http://web/start#code-of-the-stand-in'), {
    about: () => run.output,
  });
  process.kill(-run.pid, 'SIGINT');
  await run.ended;
  await noneLeft(folder);
});

test('npm test is refused beside npm start, as it would replace the packages', async (t) => {
  const folder = installed(t);
  const run = start(t, folder);
  await ready(run);
  const tests = launch(t, folder, 'npm', ['test', '--', '--only', 'checks']);
  assert.equal((await tests.ended).code, 1);
  assert.match(tests.output, /The store runs in this folder \(process \d+\).*Stop it with Ctrl-C/s);
  assert.ok(existsSync(join(folder, 'packages/schema/node_modules/zod/package.json')));
  process.kill(-run.pid, 'SIGINT');
  assert.equal((await run.ended).code, 130);
  await noneLeft(folder);
});

test('a second start waits for the first one and then finds nothing left to do', async (t) => {
  const folder = installed(t);
  rmSync(join(folder, '.turbo'), { recursive: true, force: true });
  writeFileSync(join(folder, 'slow'), '');
  const first = start(t, folder);
  await until('building', () => find(folder, /build\.mjs/), { about: () => first.output });
  const second = start(t, folder);
  await until('told to wait', () => /Another start \(process \d+\).*Building/.test(second.output));
  process.kill(-first.pid, 'SIGTERM');
  assert.equal((await first.ended).code, 143);
  rmSync(join(folder, 'slow'));
  await ready(second);
  process.kill(-second.pid, 'SIGINT');
  await second.ended;
  await noneLeft(folder);
});
