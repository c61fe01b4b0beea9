import { anyText } from '@plant-store/schema/testing/any-text';
import fc from 'fast-check';
import type { Operation, Parameter } from './document.ts';
import { type Known, rarely, strings } from './values.ts';
import type { Header } from './wire.ts';

const mediaTypes = [
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/json; charset=utf-16',
  'text/plain',
];

const moreTypes = [
  'text/csv',
  'application/x-ndjson',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  '',
  ';',
  'a/b/c',
];

const accepts = [
  '*/*',
  'application/problem+json',
  'application/json',
  'text/csv',
  'application/x-ndjson',
  'text/html;q=0.5',
  'nothing',
  ';q=2',
  ',,',
];

/** Headers for a route: mostly those it declares. */
export function headersOf(
  operation: Operation,
  parameters: Parameter[],
  known: Known,
): fc.Arbitrary<Header[]> {
  const bearer = (token: string): Header => ['Authorization', `Bearer ${token}`];
  const [admin = '', ...others] = known.tokens;
  const strangers: Header[] = [
    ...others.map(bearer),
    bearer('x'),
    ['authorization', 'Basic eDp5'],
    ['Authorization', ''],
  ];
  const declared = Object.keys(operation.requestBody?.content ?? {});
  const conditions = parameters.map(({ name, schema }) => {
    const values = fc.oneof(
      fc.constantFrom('*', ...known.etags, 'W/"1"', '"', '"a", "b"', ''),
      strings(schema, known),
    );
    return fc
      .option(values, { nil: undefined, freq: 3 })
      .map((value): Header[] => (value === undefined ? [] : [[name, field(value)]]));
  });
  return fc
    .tuple(
      rarely(
        fc.constantFrom<Header[]>(
          [],
          [
            ['Host', 'a'],
            ['Host', 'b'],
          ],
        ),
        fc.constant<Header[]>([['Host', 'store']]),
      ),
      rarely(
        fc.constantFrom<Header[]>([], ...strangers.map((one) => [one])),
        fc.constant<Header[]>([bearer(admin)]),
      ),
      rarely(
        fc.constantFrom<Header[]>(
          [],
          ...[...mediaTypes, ...moreTypes].map((type): Header[] => [['Content-Type', type]]),
        ),
        fc.constantFrom<Header[]>(
          ...declared.map((type): Header[] => [['Content-Type', type]]),
          ...(declared.length > 0 ? [] : [[]]),
        ),
      ),
      fc
        .option(fc.constantFrom(...accepts), { nil: undefined, freq: 3 })
        .map((one): Header[] => (one ? [['Accept', one]] : [])),
      ...conditions,
      rarely(fc.array(anyHeader, { minLength: 1, maxLength: 3 }), fc.constant<Header[]>([])),
    )
    .map((all) => all.flat());
}

/** The bytes of a header value in UTF-8. */
export const field = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/\p{Cc}/gu, (char) => (char >= '\x80' ? char : ' '));

const anyHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom<Header>(
    ...([
      ['Cookie', 'session=x; __Host-session=y; =; ;'],
      ['Cookie', `a=${'b'.repeat(4_000)}`],
      ['Origin', 'null'],
    ] as Header[]),
    ...([
      ['X-Forwarded-For', '1.2.3.4, ::1, x'],
      ['Forwarded', 'for="['],
      ['X-Request-Id', '\xff'],
    ] as Header[]),
    ...([
      ['Expect', '100-continue'],
      ['Expect', 'tea'],
      ['Upgrade', 'h2c'],
      ['Connection', 'Upgrade'],
    ] as Header[]),
    ...([
      ['Range', 'bytes=0-'],
      ['Content-Encoding', 'gzip'],
      ['Accept-Encoding', 'br'],
      ['TE', 'trailers'],
    ] as Header[]),
    ...([
      ['traceparent', '00-x'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['If-Match', '"x"'],
      ['If-None-Match', '*'],
    ] as Header[]),
    ...([
      ['Authorization', 'Bearer x'],
      ['Content-Type', 'text/csv'],
      ['Content-Type', 'application/json'],
    ] as Header[]),
    ...([
      ['Idempotency-Key', 'k'.repeat(300)],
      ['Idempotency-Key', 'a'],
      ['Prefer', 'x'],
      ['constructor', 'x'],
    ] as Header[]),
  ),
  fc
    .tuple(
      fc.constantFrom('X-Any', 'Accept', 'Cookie', 'Content-Disposition', 'If-Modified-Since'),
      anyText(),
    )
    .map(([name, value]): Header => [name, field(value)]),
);
