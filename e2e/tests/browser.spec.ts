import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findBrowser, waysToGet } from '../browser.ts';

/** A folder with these programs, which do nothing. */
function programs(folder: string, ...paths: string[]) {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '', { mode: 0o755 });
  }
  return (...names: string[]) => names.map((name) => join(folder, name)).join(':');
}

test('the browser of CHROMIUM_PATH comes first, and must be there', ({}, { outputDir }) => {
  const at = programs(outputDir, 'mine', 'a/chromium');
  expect(findBrowser({ CHROMIUM_PATH: at('mine'), PATH: at('a') })).toBe(at('mine'));
  expect(() => findBrowser({ CHROMIUM_PATH: at('gone'), PATH: at('a') })).toThrow('CHROMIUM_PATH');
});

test('the headless shell comes before chromium, chromium-browser and google-chrome', ({}, { outputDir }) => {
  const names = ['d/chromium-headless-shell', 'c/chromium', 'b/chromium-browser', 'a/google-chrome'];
  const at = programs(outputDir, ...names);
  for (const [index, name] of names.entries())
    expect(findBrowser({ PATH: at(...['a', 'b', 'c', 'd'].slice(0, 4 - index)) })).toBe(at(name));
});

test('a folder or a file that cannot be executed is not a browser', ({}, { outputDir }) => {
  const at = programs(outputDir, 'a/chromium', 'b/chromium/other');
  chmodSync(at('a/chromium'), 0o644);
  expect(findBrowser({ PATH: at('a', 'b') })).toBeUndefined();
});

test('a missing browser is installed by Playwright, or else, for root only, by apt-get', () => {
  expect(waysToGet(false, false)).toEqual([expect.stringContaining('playwright install')]);
  const [, apt] = waysToGet(false, true);
  expect(apt).toContain('chromium-headless-shell');
});

test('beside another browser, only root fetches the headless shell, and nothing else', () => {
  expect(waysToGet(true, false)).toEqual([]);
  expect(waysToGet(true, true)).toEqual([expect.stringMatching(/install \S.* chromium-headless-shell$/)]);
});
