import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hostHeaderProblem } from '../src/index.ts';
import { startServer } from './raw-server.ts';

/** The reason why a request with these header lines is refused. */
async function problemOf(lines: string, version = '1.1'): Promise<string> {
  const { open } = await startServer((request, response) =>
    response.end(hostHeaderProblem(request) ?? 'none'),
  );
  const { socket, received } = open(`GET / HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`);
  await once(socket, 'end');
  return /\r\n\r\n(?:[\da-f]+\r\n)?([^\r]*)/.exec(received())?.[1] ?? '';
}

test.for([
  'x',
  'plants.example',
  'plants.example.:8443',
  'plants.example:',
  '127.0.0.1:4000',
  '[::1]',
  '[2001:db8::7]:4000',
  '[::ffff:127.0.0.1]:80',
  'plant_store_api_1:4000',
  'xn--grn-joa.example',
])('the host %s is accepted', async (host) => {
  expect(await problemOf(`Host: ${host}\r\n`)).toBe('none');
});

test.for([
  'a b',
  'a, b',
  'http://plants.example',
  'plants.example/x',
  'me@plants.example',
  'plants.example:http',
  'plants.example:65536',
  'plants.example:80:80',
  ':80',
  '[::1',
  '::1',
  '[plants]:80',
  '[1::2::3]',
  '<script>',
  'pl%zz',
  'gr\u00fcn.example',
])('the host %s is refused by name', async (host) => {
  expect(await problemOf(`Host: ${host}\r\n`)).toMatch(/^the header Host is ".+", which is not a host name/);
});

test('a missing, an empty and a repeated Host header are refused', async () => {
  expect(await problemOf('')).toMatch(/^the header Host is missing/);
  expect(await problemOf('Host:\r\n')).toMatch(/^the header Host is empty/);
  expect(await problemOf('Host: x\r\nhost: x\r\n')).toMatch(/^the header Host was sent more than once/);
});

test('an HTTP/1.0 request needs no Host header, but an invalid one is refused', async () => {
  expect(await problemOf('', '1.0')).toBe('none');
  expect(await problemOf('Host: a\r\nHost: b\r\n', '1.0')).toMatch(/more than once/);
});
