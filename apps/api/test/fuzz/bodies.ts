import fc from 'fast-check';
import type { Operation, Resolve } from './document.ts';
import { junk, type Known, rarely, validJson } from './values.ts';

/** A body for a route that accepts one: from valid to random bytes. */
export function bodyOf(
  operation: Operation,
  known: Known,
  resolve: Resolve,
): fc.Arbitrary<Buffer | undefined> {
  const content = operation.requestBody?.content;
  if (!content)
    return rarely(
      junk.map((text) => Buffer.from(text)),
      fc.constant(undefined),
    );
  const { schema, example } = content['application/json'] ?? Object.values(content)[0] ?? {};
  const isJson = 'application/json' in content;
  const valid = schema && isJson ? validJson(schema, known, resolve) : isJson ? junk : files(String(example));
  const text = fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 3, arbitrary: fc.tuple(valid, junk, fc.nat()).map(replaced) },
    { weight: 1, arbitrary: junk },
    {
      weight: 1,
      arbitrary: fc.tuple(valid, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
    },
  );
  return fc.oneof(
    { weight: 20, arbitrary: text.map((whole) => Buffer.from(whole)) },
    {
      weight: 2,
      arbitrary: fc.tuple(text, fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.nat()).map(spliced),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    ...(isJson
      ? [{ weight: 1, arbitrary: fc.constant(Buffer.from(`{"name":"${'x'.repeat(70_000)}"}`)) }]
      : []),
  );
}

/** JSON with one value replaced by another. */
function replaced([whole, other, turn]: [string, string, number]): string {
  const values = [...whole.matchAll(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)/g)];
  const found = values[turn % Math.max(values.length, 1)];
  return found
    ? `${whole.slice(0, found.index)}${other}${whole.slice(found.index + found[0].length)}`
    : other;
}

function spliced([text, bytes, at]: [string, Uint8Array, number]): Buffer {
  const whole = Buffer.from(text);
  const place = at % (whole.length + 1);
  return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place)]);
}

const files = (example: string) =>
  fc.oneof(
    fc.constant(example),
    fc
      .array(
        fc.array(fc.string({ maxLength: 9 }), { maxLength: 4 }).map((cells) => cells.join()),
        { maxLength: 5 },
      )
      .map((rows) => `id,name,tag\n${rows.join('\n')}`),
  );
