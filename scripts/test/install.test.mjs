import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { install, isInstalled } from '../install.mjs';
import { takeLock } from '../lock.mjs';
import { checkout } from './sandbox.mjs';

async function installIn(folder) {
  const said = [];
  const lock = await takeLock(join(folder, '.cache/setup'));
  try {
    await install(folder, { say: (line) => said.push(line), lock });
  } finally {
    lock.release();
  }
  return said.join('\n');
}

function pnpmFolder(folder) {
  return readdirSync(join(folder, '.cache')).find((name) => name.startsWith('pnpm-'));
}

/** A nested file. While its own records are complete, pnpm does not notice that the file is missing. */
function deepFile(folder) {
  const store = join(folder, 'node_modules/.pnpm');
  return join(
    store,
    readdirSync(store).find((name) => name.startsWith('fastify@')),
    'node_modules/fastify/fastify.js',
  );
}

test('packages are installed, repaired if damaged, and left alone if complete', async (t) => {
  const folder = checkout(t);
  await installIn(folder);
  assert.ok(isInstalled(folder));

  // A complete installation needs neither pnpm nor the network.
  const pnpm = join(folder, '.cache', pnpmFolder(folder));
  renameSync(pnpm, `${folder}/away`);
  assert.equal(await installIn(folder), '');
  assert.ok(!existsSync(pnpm));
  renameSync(`${folder}/away`, pnpm);

  await t.test('a deleted dependency of one package', async () => {
    rmSync(join(folder, 'packages/schema/node_modules/zod'), { recursive: true });
    assert.ok(!isInstalled(folder));
    await installIn(folder);
    assert.ok(existsSync(join(folder, 'packages/schema/node_modules/zod/package.json')));
  });

  await t.test('a Node that does not start', async () => {
    const node = join(folder, 'node_modules/.bin/node');
    rmSync(node);
    writeFileSync(node, 'half of it', { mode: 0o755 });
    assert.ok(!isInstalled(folder));
    await installIn(folder);
    assert.ok(isInstalled(folder));
  });

  await t.test('the remains of an interrupted install', async () => {
    rmSync(deepFile(folder));
    writeFileSync(join(folder, '.cache/setup/install-begun'), '');
    assert.ok(!isInstalled(folder));
    await installIn(folder);
    assert.ok(existsSync(deepFile(folder)), 'thrown away and installed afresh');
    assert.ok(isInstalled(folder));
  });

  await t.test('a changed package.json or lock file', () => {
    appendFileSync(join(folder, 'pnpm-lock.yaml'), '\n');
    assert.ok(!isInstalled(folder));
  });
});
