import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import config from '../playwright.config.ts';

const project = join(import.meta.dirname, '../..');
const guide = fs.readFileSync(join(project, 'docs/testing.md'), 'utf8');
const tests = fs.readFileSync(join(project, 'apps/sandbox/test/outside/ten.spec.ts'), 'utf8');

/** `REPEAT=10 npm test -- e2e/tests/testing.spec.ts` runs each test ten times, with two workers. */
const repeat = Number(process.env.REPEAT ?? 1);

test('the guide to testing and the tests of an outside team work in an empty folder', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'plant-store-outside-'));
  const [fixture = '', first, settings, exact] = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(
    ([, text]) => text,
  );
  expect(fixture).toContain("cwd: '/srv/plant-store'");
  const files = {
    'store.ts': fixture.replace('/srv/plant-store', project),
    'first.spec.ts': first,
    'exact.spec.ts': exact,
    'ten.spec.ts': tests,
    'guide.config.ts': settings,
    // The browser and the patience are those of the other tests.
    'playwright.config.ts': `import guide from './guide.config';
      const { expect, timeout, use } = ${JSON.stringify(config)};
      export default { ...guide, expect, timeout, use: { ...guide.use, launchOptions: use.launchOptions } };`,
  };
  for (const [name, text = ''] of Object.entries(files)) fs.writeFileSync(join(folder, name), text);
  fs.symlinkSync(join(project, 'e2e/node_modules'), join(folder, 'node_modules'));
  const cli = 'node_modules/@playwright/test/cli.js';
  const args = [cli, 'test', '--reporter=list', `--repeat-each=${repeat}`, `--workers=${repeat > 1 ? 2 : 1}`];
  // Without the variables of the Playwright around it.
  const own = Object.entries(process.env).filter(([name]) => !/^(TEST_|PLAYWRIGHT|PW_)/.test(name));
  const options = { cwd: folder, env: Object.fromEntries(own), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (repeat > 1) process.stdout.write(stdout);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain(`${13 * repeat} passed`);
  fs.rmSync(folder, { recursive: true });
});

test('the tests of the outside team use each name that the guide promises', () => {
  const [, table = ''] = /## Names that stay(.*?)\n## /s.exec(guide) ?? [];
  const names = [...table.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !tests.includes(`'${name}`))).toEqual([]);
});
