import fc from 'fast-check';
import type { Header, Sent } from './wire.ts';

/** Bytes with an incomplete request, several requests, or none. */
export function nonsense(whole: fc.Arbitrary<Sent>): fc.Arbitrary<Sent> {
  const head = whole.chain((sent) =>
    fc
      .constantFrom<Header[]>(
        [
          ['Content-Length', '5'],
          ['Content-Length', '6'],
        ],
        [
          ['Content-Length', '5'],
          ['Transfer-Encoding', 'chunked'],
        ],
        [['Transfer-Encoding', 'gzip, chunked']],
        [
          ['Transfer-Encoding', 'chunked'],
          ['Transfer-Encoding', 'chunked'],
        ],
        [['Transfer-Encoding', 'xchunked']],
        [['Content-Length', '-1']],
        [['Content-Length', '99999999999999999999']],
        [['Content-Length', '1000']],
        [[' folded', 'x']],
        [['a b', 'x']],
        [['X', 'a\r\n b']],
        [['X', '\0']],
        [['X', 'x'.repeat(20_000)]],
        [['', 'x']],
      )
      .map((more): Sent => ({ ...sent, chunks: undefined, headers: [...sent.headers, ...more] })),
  );
  const raw = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        'GET',
        'GET / HTTP/9.9\r\n\r\n',
        'GET  /plants HTTP/1.1\r\n\r\n',
        'get /plants HTTP/1.1\r\n\r\n',
        '\r\n\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01',
        'GET /plants\r\n',
        'GET /plants HTTP/1.1\nHost: x\n\n',
        'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
        'POST /plants HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
        'POST /plants HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;a="\r\nab',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  );
  return fc.oneof(
    head,
    raw.map((bytes): Sent => ({ method: '', target: '', headers: [], raw: bytes })),
  );
}

/** Whether the bytes may be less or more than one request, so that no answer is required. */
export const isNonsense = ({ method, headers, raw }: Sent): boolean =>
  raw !== undefined ||
  (['CONNECT', 'HEAD'].includes(method) && headers.some(([name]) => /^expect$/i.test(name))) ||
  headers.some(
    ([name, value]) =>
      /^(content-length|transfer-encoding|upgrade|connection)$/i.test(name) ||
      !/^[\w-]+$/.test(name) ||
      /[\0\r\n]/.test(value) ||
      value.length > 15_000,
  );
