import { expect, test } from 'vitest';
import { urlOf } from '../../src/process/address.ts';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['plants.lan', 'plants.lan'],
  ['::1', '[::1]'],
  ['fd00::5', '[fd00::5]'],
])('a server on %s is opened at %s', (host, name) => {
  expect(urlOf(host, 4000)).toBe(`http://${name}:4000`);
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['0', '127.0.0.1'],
  ['0x0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::0', '[::1]'],
  ['0:0:0:0:0:0:0:0', '[::1]'],
  ['::ffff:0.0.0.0', '127.0.0.1'],
])('a server on all addresses (%s) is opened at %s', (host, name) => {
  expect(urlOf(host, 4000)).toBe(`http://${name}:4000`);
});
