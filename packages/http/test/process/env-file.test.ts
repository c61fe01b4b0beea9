import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@plant-store/schema/without-zod';
import { expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../../src/process/env-file.ts';

/** The settings SHOP_A, SHOP_B and SHOP_C after `content` was loaded as an environment file. */
function load(content: string | Buffer, environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), content);
  loadSettings(join(folder, '.env'), environment);
  return ['SHOP_A', 'SHOP_B', 'SHOP_C'].map((name) => environment[name]);
}

test.each([
  ['the line ends of Windows', 'SHOP_A=1\r\nSHOP_B=2\r\nSHOP_C="3"\r\n', ['1', '2', '3']],
  ['the line ends of old Macs', 'SHOP_A=1\rSHOP_B=2\r', ['1', '2', undefined]],
  ['a byte order mark', '\uFEFFSHOP_A=1\nSHOP_B=2', ['1', '2', undefined]],
  ['export, as in a shell', 'export SHOP_A=1\n  export\tSHOP_B=2', ['1', '2', undefined]],
  ['white space', ' SHOP_A = 1 \n\tSHOP_B=\u00A02\u00A0', ['1', '2', undefined]],
  ['quotation marks', `SHOP_A="a # b"\nSHOP_B='a"b'\nSHOP_C=\`'"\` # c`, ['a # b', 'a"b', `'"`]],
  ['comments', '# one\n\nSHOP_A=1 # "two"\nSHOP_B=# three\nSHOP_C=', ['1', '', '']],
  ['a backslash between quotation marks', 'SHOP_A="C:\\new"', ['C:\\new', undefined, undefined]],
  ['a name twice: the last counts', 'SHOP_A=1\nSHOP_A=2', ['2', undefined, undefined]],
])('a file is read with %s', (_what, content, values) => {
  expect(load(content)).toEqual(values);
});

test('the environment overrides the file, with an empty setting too', () => {
  expect(load('SHOP_A=1\nSHOP_B=2', { SHOP_A: '' })).toEqual(['', '2', undefined]);
});

test.each([
  ['SHOP_A 1', 'line 2 of .* is neither NAME=value nor a comment'],
  ['SHOP_A: 1', 'line 2 of .* is neither NAME=value'],
  ['set SHOP_A=1', 'line 2 of .* is neither NAME=value'],
  ['$env:SHOP_A="1"', 'line 2 of .* is neither NAME=value'],
  ['SHOP-A=1', 'line 2 of .* is neither NAME=value'],
  ['SHOP_A="secret', 'line 2 of .* must end with the quotation mark .* the value of SHOP_A begins'],
  ['SHOP_A="secret\nSHOP_B="1"', 'line 2 of .* must end with the quotation mark'],
  ["SHOP_A='se'cret", 'line 2 of .* must end with the quotation mark'],
  ['SHOP_A=sec#ret', 'line 2 of .* has a # in the value of SHOP_A; put the value in quotation marks'],
])('a file with the line %j is refused with its place, and no value is shown', (line, problem) => {
  const environment = {};
  const loading = () => load(`SHOP_C=1\n${line}\n`, environment);
  expect(loading).toThrow(StartError);
  expect(loading).toThrow(new RegExp(`^\\.env: ${problem}`));
  expect(loading).not.toThrow(/secret|sec#ret/);
  expect(environment).toEqual({});
});

test.each(['utf16le', 'latin1'] as const)(
  'a file in %s is refused, as none of its settings would count',
  (encoding) => {
    expect(() => load(Buffer.from('\uFEFFSHOP_A=é\n', encoding))).toThrow(
      /is not in UTF-8; save it again as UTF-8\.$/,
    );
  },
);
