import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workspace.mjs';

const INSTALL_TIME = ['preinstall', 'install', 'postinstall'];

/** `{ name: { isAllowed, reason } }` from pnpm-workspace.yaml; a comment is the reason of all lines up to the next one. */
function listed() {
  const yaml = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const lines = yaml.match(/^allowBuilds:\n((?: {2}.*\n)+)/m)[1].split('\n');
  const entries = {};
  let reason = '';
  for (const line of lines) {
    const [, name, value] = line.match(/^ {2}"?([^"#\s]+?)"?: (true|false)$/) ?? [];
    if (line.trim().startsWith('#')) reason = line.trim().slice(1).trim();
    else if (name) entries[name] = { isAllowed: value === 'true', reason };
  }
  return entries;
}

/** The manifest of each installed package, direct or not. */
function installed() {
  const store = join(root, 'node_modules', '.pnpm');
  return readdirSync(store).flatMap((entry) => {
    const own = join(store, entry, 'node_modules');
    const name = entry.match(/^(@[^+]+\+)?[^@]+/)[0].replace('+', '/');
    const file = join(own, name, 'package.json');
    return entry.includes('@') && existsSync(file) ? [{ folder: join(own, name), ...manifestIn(file) }] : [];
  });
}

function manifestIn(file) {
  const { name, scripts = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return { name, scripts };
}

test('every package with an install script is listed, as run or not run, with the reason', () => {
  const entries = listed();
  const packages = installed();
  assert.ok(packages.length > 300, `only ${packages.length} packages were looked at`);
  for (const { folder, name, scripts } of packages) {
    const hasScript = INSTALL_TIME.some((key) => scripts[key]) || existsSync(join(folder, 'binding.gyp'));
    if (hasScript) assert.ok(entries[name], `${name} has one and is not in allowBuilds`);
  }
  for (const [name, { reason }] of Object.entries(entries))
    assert.ok(reason.length > 10, `${name}: no reason`);
});

test('every listed package is in the lock file', () => {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  for (const name of Object.keys(listed()))
    assert.ok(
      lock.includes(`\n  '${name}@`) || lock.includes(`\n  ${name}@`),
      `${name} is not installed any more`,
    );
});
