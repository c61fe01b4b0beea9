import { anyText } from '@plant-store/schema/testing/any-text';
import fc from 'fast-check';
import type { Schema } from './document.ts';

/** The content of the store, so that requests find something. The keys of ids are the beginnings of their addresses. */
export type Known = { ids: Record<string, string[]>; cursors: string[]; etags: string[]; tokens: string[] };

const int64s = ['-9223372036854775808', '9223372036854775807', '9007199254740993', '0', '-1'];
const odd = [
  '\u0000',
  '\u202e=cmd|',
  '<img onerror=x>',
  '\ud800',
  '\ufeff',
  '🌿'.repeat(90),
  'x'.repeat(300),
];

/** JSON that is no plant, no page and no filter; numbers as text in many notations. */
export const junk: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('1e400', '-0', '7.0', '7e0', '1.5', '01', '+1', 'NaN', '9223372036854775808', '1E-400'),
  fc.constantFrom(
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '"7"',
    '[[]]',
    '{"a":{"b":[null]}}',
    '"\\ud800"',
    '"\\u0000"',
  ),
  fc.constantFrom(
    `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    `"${'x'.repeat(5_000)}"`,
    `1${'0'.repeat(2_000)}`,
  ),
  fc.constantFrom('{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1,"":2}'),
  fc.json({ maxDepth: 3 }),
  anyText({ maxLength: 30 }).map((text) => JSON.stringify(text)),
);

/** Ids as text, mostly existing ones. */
export const ids = ({ ids }: Known, of = 'plants'): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(ids[of] ?? ids.plants ?? [])) },
    fc.constantFrom(...int64s),
    fc.nat().map(String),
  );

/** Values that a schema of the document accepts, as JSON. */
export function validJson(
  schema: Schema,
  known: Known,
  resolve: (schema: Schema) => Schema,
): fc.Arbitrary<string> {
  const { enum: choices, const: constant, anyOf, oneOf, allOf, type, ...rest } = resolve(schema);
  const json = (one: Schema) => validJson(one, known, resolve);
  const text = (value: unknown) => JSON.stringify(value) ?? 'null';
  if (choices) return fc.constantFrom(...choices).map(text);
  if (constant !== undefined) return fc.constant(text(constant));
  const parts = anyOf ?? oneOf;
  if (parts) return fc.oneof(...parts.map(json));
  if (allOf) return json(Object.assign({}, ...allOf.map(resolve)));
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object' || rest.properties) return record(rest, json);
  if (kind === 'array')
    return fc.array(json(rest.items ?? {}), { minLength: 1, maxLength: 4 }).map((all) => `[${all.join()}]`);
  if (kind === 'integer') return rest.format === 'int64' ? ids(known) : fc.nat({ max: 100 }).map(String);
  if (kind === 'boolean') return fc.boolean().map(String);
  if (kind === 'string') return strings(rest, known).map((value) => JSON.stringify(value));
  return junk;
}

/** Texts that a schema of the document accepts, and some that only look so. */
export const strings = ({ format, examples, maxLength = 40 }: Schema, known: Known): fc.Arbitrary<string> => {
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString());
  return fc.oneof(
    fc.constantFrom(...((examples ?? []) as string[]), 'Fern', 'Moss 1', ...known.etags),
    anyText({ minLength: 1, maxLength: Math.min(maxLength, 40) }),
    fc.constantFrom(...odd),
  );
};

function record({ properties = {}, required = [] }: Schema, json: (schema: Schema) => fc.Arbitrary<string>) {
  const values = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, json(one)]));
  return fc.record(values, { requiredKeys: required.filter((name) => name in values) }).map(joined);
}

const joined = (members: Record<string, string | undefined>): string =>
  `{${Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join()}}`;

/** The second value, or in one of twelve cases the first value. */
export const rarely = <T>(odd: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 11, arbitrary: usual }, odd);
