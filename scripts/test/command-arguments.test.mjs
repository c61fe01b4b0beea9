import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workspace.mjs';

const REFUSED = [
  ['start', ['--help'], '"npm start" takes no words after it; "--help" was given.'],
  ['start', ['api', 'x'], '"npm run start:api" takes no words after it; "x" was given.'],
  ['setup', ['x'], '"npm run setup" takes no words after it; "x" was given.'],
  ['dev', ['x'], '"npm run dev" takes no words after it; "x" was given.'],
  ['test', ['--help'], "Unknown option '--help'"],
  ['test', ['--only'], "Option '--only <value>' argument missing"],
  ['test', ['--only', 'fats'], '"fats" is not a kind of test.'],
  ['test', ['-t', 'a title'], '-t needs the path of a test.'],
];

for (const [script, words, message] of REFUSED) {
  test(`${script} ${words.join(' ')} is refused with exit code 1, before anything starts`, () => {
    const args = [join(root, 'scripts/main.mjs'), script, ...words];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
    assert.equal(status, 1, stderr);
    assert.ok(stderr.includes(message), stderr);
  });
}

const run = (command, settings) =>
  spawnSync(process.execPath, [join(root, 'scripts/main.mjs'), 'store-command', command, '--help'], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, ...settings },
  });

test('audit ignores the settings json and heading of npm', () => {
  const { status, stdout, stderr } = run('audit', {
    npm_config_json: 'true',
    npm_config_heading: 'our shop',
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^Usage:\n {2}npm run audit/);
});

const HASH = 'a1'.repeat(32);
const KEPT = [
  ['audit', 'npm_config_head', HASH, 'npm run audit -- verify --head HASH'],
  ['audit', 'npm_config_heading', HASH, 'npm run audit -- verify --head HASH'],
  ['backup', 'npm_config_to', 'copies', 'npm run backup -- --to FOLDER'],
  ['promote', 'npm_config_to', 'postgresql://127.0.0.1/plants', 'npm run promote -- --to ADDRESS'],
  ['promote', 'npm_config_cancel', 'true', 'npm run promote -- --to ADDRESS'],
  ['promote', 'npm_config_go_back', 'true', 'npm run promote -- --to ADDRESS'],
  ['restore', 'npm_config_to', 'copy.db', 'npm run restore -- NAME --to FILE-OR-URL'],
  ['restore', 'npm_config_token_description', 'copy.db', 'npm run restore -- NAME --to FILE-OR-URL'],
];

for (const [command, setting, value, example] of KEPT)
  test(`${command} refuses an option that npm kept as ${setting}`, () => {
    const { status, stdout, stderr } = run(command, { [setting]: value });
    assert.deepEqual([status, stdout], [1, '']);
    assert.ok(stderr.includes(example), stderr);
  });
