import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startServer } from '../raw-server.ts';

const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
const post = 'POST / HTTP/1.1\r\nHost: x\r\n';

test.for([
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', '"BREW" is not a known method'],
  ['a method in lower case', 'get / HTTP/1.1\r\nHost: x\r\n\r\n', '"get" is not a known method'],
  ['an unknown method after a request', `${get}\r\nBREW / HTTP/1.1\r\n\r\n`, '"BREW" is not a known method'],
  ['no HTTP', 'HELLO\r\n\r\n', 'does not begin with a method'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'not TLS'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/2 is not supported'],
  ['another version', 'GET / HTTP/1.2\r\nHost: x\r\n\r\n', 'other versions of HTTP'],
  ['lines that end in LF', 'GET / HTTP/1.1\nHost: x\n\n', 'end in CR LF'],
  ['a space in the address', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', '%20'],
  ['an unencoded letter in the address', 'GET /\xc3\xa4 HTTP/1.1\r\nHost: x\r\n\r\n', 'percent-encode'],
  ['a space in the name of a header', `${get}My Name: x\r\n\r\n`, 'a header is not'],
  ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 'the length of the body'],
  ['a wrong length', `${post}Content-Length: many\r\n\r\n`, 'the length of the body'],
  ['a length and chunks', `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 'the length'],
  ['a wrong chunk', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'chunked'],
  [
    'chunk extensions that are too long',
    `${post}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
    'extensions',
  ],
  ['headers that are too long', `${get}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, '16 KiB'],
] as const)('400 for %s names the fault', async ([, bytes, message]) => {
  const { open } = await startServer((request, response) => request.resume().on('end', () => response.end()));
  const { socket, received } = open(bytes);
  await once(socket, 'end');
  const answer = received().slice(received().lastIndexOf('HTTP/1.1 4'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: 40000,
    message: expect.stringContaining(message),
  });
});
