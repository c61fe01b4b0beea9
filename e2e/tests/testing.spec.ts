import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import config from '../playwright.config.ts';

const project = join(import.meta.dirname, '../..');
const guide = readFileSync(join(project, 'docs/testing.md'), 'utf8');
const outside = join(project, 'e2e/outside/ten.spec.ts');

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plant-store-outside-'));
});
test.afterEach(() => rmSync(folder, { recursive: true }));

/** `REPEAT=10 npm test -- e2e/tests/testing.spec.ts` runs each test ten times, with two workers. */
const repeat = process.env.REPEAT;

test('the guide to testing and the tests of an outside team work in an empty folder', async () => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(project, 'e2e/node_modules/@playwright'), join(folder, 'node_modules/@playwright'));
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(([, text = '']) => text);
  const [fixture = '', first = '', settings = '', exact = ''] = blocks;
  expect(fixture).toContain("cwd: '/srv/plant-store'");
  write('store.ts', fixture.replace('/srv/plant-store', project));
  write('first.spec.ts', first);
  write('exact.spec.ts', exact);
  write('guide.config.ts', settings);
  // Only the browser is that of the other tests.
  const { launchOptions } = config.use ?? {};
  write(
    'playwright.config.ts',
    `import guide from './guide.config';
     export default { ...guide, use: { ...guide.use, launchOptions: ${JSON.stringify(launchOptions)} } };`,
  );
  copyFileSync(outside, join(folder, 'ten.spec.ts'));
  const many = repeat ? [`--repeat-each=${repeat}`, '--workers=2'] : ['--workers=1'];
  const child = spawn('node', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list', ...many], {
    cwd: folder,
    env: ownEnvironment(),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(child, 'exit');
  if (repeat) console.log(output);
  expect(code, output).toBe(0);
  expect(output).toContain(`${13 * Number(repeat ?? 1)} passed`);

  function write(name: string, text: string) {
    writeFileSync(join(folder, name), text);
  }
});

test('the tests of the outside team use each name that the guide promises', () => {
  const [, table = ''] = /## Names that stay(.*?)\n## /s.exec(guide) ?? [];
  const names = [...table.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const tests = readFileSync(outside, 'utf8');
  expect(names.filter((name) => !tests.includes(`'${name}`))).toEqual([]);
});

/** Without the variables of the Playwright around it. */
const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(TEST_|PLAYWRIGHT|PW_|NODE_OPTIONS|FORCE_COLOR)/.test(name),
    ),
  );
