import { expect, test } from 'vitest';
import { z } from 'zod';
import { hostSetting, parseSettings, portSetting } from '../../src/process/settings.ts';

const Shop = z.object({
  HOST: hostSetting,
  PORT: portSetting(4000),
  MODE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
});
const parse = (environment: Record<string, string>) => parseSettings(Shop, environment);

test.each(['\r', '\n', '\r\n', '  ', '\t\r\n', '\u00A0', '\uFEFF'])(
  'the white space %j at the end of every value does not count',
  (end) => {
    expect(parse({ HOST: `::1${end}`, PORT: `80${end}`, MODE: end })).toEqual({
      HOST: '::1',
      PORT: 80,
      MODE: 'on',
    });
  },
);

test.each([
  ['"on"', '(remove the quotation marks around the value)'],
  ["'on", '(remove the quotation marks around the value)'],
  ['on`', '(remove the quotation marks around the value)'],
  ['on\noff', '(remove the line break within the value)'],
  [' on', '(remove the space before the value)'],
  ['\uFEFFon', '(remove the invisible character U+FEFF from the value)'],
  ['\ton', '(remove the invisible character U+0009 from the value)'],
  ['o\u200Bn', '(remove the invisible character U+200B from the value)'],
  ['o\u00A0n', '(remove the invisible character U+00A0 from the value)'],
  ['o\u0007n', '(remove the invisible character U+0007 from the value)'],
])('the value %j is refused, and the reason names the cause', (value, cause) => {
  expect(() => parse({ MODE: value })).toThrow(`MODE must be on or off ${cause}.`);
});

test('an ordinary mistake has no other cause', () => {
  expect(() => parse({ MODE: 'ON' })).toThrow(/^MODE must be on or off\.$/);
});

test.each([
  ['localhost', 'localhost'],
  ['my-host_1.lan.', 'my-host_1.lan.'],
  ['0.0.0.0', '0.0.0.0'],
  ['::', '::'],
  ['[::1]', '::1'],
])('HOST=%s is understood as %s', (text, host) => {
  expect(parse({ HOST: text }).HOST).toBe(host);
});

test.each([
  '127.0.0.1:4000',
  '[::1]:4000',
  'http://127.0.0.1',
  '*',
  '"127.0.0.1"',
  '127.0.0.256',
  'fe80::1%eth0',
  'a b',
  'a/b',
  '::g',
  '[]',
])('HOST=%s is refused, as no address of a server can be made of it', (text) => {
  expect(() => parse({ HOST: text })).toThrow(
    /^HOST must be an address or a name of this machine without a port, /,
  );
});
