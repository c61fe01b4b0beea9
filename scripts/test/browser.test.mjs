import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBrowser, waysToGet } from '../test-runner/browser.mjs';
import { emptyFolder, writeFiles } from './sandbox.mjs';

function programs(t, ...paths) {
  const folder = emptyFolder(t);
  writeFiles(folder, Object.fromEntries(paths.map((path) => [path, ''])));
  for (const path of paths) chmodSync(join(folder, path), 0o755);
  return folder;
}

test('the browser of CHROMIUM_PATH comes first', (t) => {
  const folder = programs(t, 'mine', 'a/chromium');
  assert.equal(
    findBrowser({ CHROMIUM_PATH: join(folder, 'mine'), PATH: join(folder, 'a') }),
    join(folder, 'mine'),
  );
});

test('a CHROMIUM_PATH without a file is an error, and no other browser is used', (t) => {
  const folder = programs(t, 'a/chromium');
  assert.throws(
    () => findBrowser({ CHROMIUM_PATH: join(folder, 'gone'), PATH: join(folder, 'a') }),
    /CHROMIUM_PATH/,
  );
});

test('the headless shell comes before chromium, chromium-browser and google-chrome', (t) => {
  const folder = programs(
    t,
    'a/google-chrome',
    'b/chromium-browser',
    'c/chromium',
    'd/chromium-headless-shell',
  );
  const PATH = (...names) => names.map((name) => join(folder, name)).join(':');
  assert.equal(findBrowser({ PATH: PATH('a', 'b', 'c', 'd') }), join(folder, 'd/chromium-headless-shell'));
  assert.equal(findBrowser({ PATH: PATH('a', 'b', 'c') }), join(folder, 'c/chromium'));
  assert.equal(findBrowser({ PATH: PATH('a', 'b') }), join(folder, 'b/chromium-browser'));
  assert.equal(findBrowser({ PATH: PATH('a') }), join(folder, 'a/google-chrome'));
});

test('a folder or a file that cannot be executed is not a browser', (t) => {
  const folder = programs(t, 'a/chromium');
  chmodSync(join(folder, 'a/chromium'), 0o644);
  mkdirSync(join(folder, 'b/chromium'), { recursive: true });
  assert.equal(findBrowser({ PATH: `${join(folder, 'a')}:${join(folder, 'b')}` }), undefined);
});

test('a missing browser is installed by Playwright, or else, for root only, by apt-get', () => {
  const commands = (isRoot, hasApt) =>
    waysToGet('/r', { hasBrowser: false, isRoot, hasApt }).map(([command]) => command);
  assert.deepEqual(commands(true, true), ['/r/e2e/node_modules/.bin/playwright', 'sh']);
  assert.deepEqual(commands(false, true), ['/r/e2e/node_modules/.bin/playwright']);
  assert.deepEqual(commands(true, false), ['/r/e2e/node_modules/.bin/playwright']);
});

test('beside another browser, only root fetches the headless shell, and nothing else', () => {
  const ways = (isRoot) => waysToGet('/r', { hasBrowser: true, isRoot, hasApt: true });
  assert.deepEqual(ways(false), []);
  const [[command, [, line]], ...others] = ways(true);
  assert.deepEqual([command, others], ['sh', []]);
  assert.match(line, /install .* chromium-headless-shell$/);
});
