import { int64Max, int64Min } from '@plant-store/schema';
import { anyText } from '@plant-store/schema/testing/any-text';
import fc from 'fast-check';

const anyId = fc.oneof(
  fc.bigInt({ min: int64Min, max: int64Max }),
  fc.constantFrom(int64Min, int64Max, 0n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n),
);

const lineOf = (text: string) => text.trim().normalize('NFC').replaceAll(/\p{Z}/gu, ' ');
const tagOf = (text: string) => lineOf(text).replaceAll(/ +/g, ' ');

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800\u{13441}\u{13442}\u{1d159}]/gu;

const isLine = (max: number, stored: (text: string) => string) => (text: string) => {
  const line = stored(text);
  const isVisible = line.replaceAll(invisible, '') !== '';
  return isVisible && [...line].length <= max && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(line);
};

/** Bodies that the contract and its decisions accept: what is sent, and the plant that must come of it. */
export const validBody = fc
  .record(
    {
      id: anyId,
      name: anyText({ maxLength: 220 }).filter(isLine(200, lineOf)),
      tag: fc.string({ unit: 'grapheme', maxLength: 60 }).filter(isLine(100, tagOf)),
      other: fc.jsonValue(),
    },
    { requiredKeys: ['id', 'name'] },
  )
  .map(({ id, name, tag, other }) => ({
    id,
    body: `{"other":${JSON.stringify(other ?? null)},"id":${id},${tag === undefined ? '' : `"tag":${JSON.stringify(tag)},`}"name":${JSON.stringify(name)}}`,
    plant: {
      name: lineOf(name),
      ...(tag !== undefined && { tag: tagOf(tag) }),
    },
  }));

const token = fc.oneof(
  anyId.map(String),
  fc.bigInt().map((big) => String(big * 2n ** 70n + 1n)),
  fc.double().map((value) => JSON.stringify(value)),
  fc.constantFrom('1e400', '-1E-400', '1e9999999', '0.5', '01', '+1', '0x10', 'NaN', '--1', '1.', '.5'),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  anyText().map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\ud800"', '"\\u0000"', '"\\u202e"', 'null', 'true', '[]', '{}', '""', '"7"'),
);

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('id', 'name', 'tag') },
  fc.constantFrom('__proto__', 'constructor', 'toString', 'ID', ''),
  fc.string(),
);

/** Bodies of every kind: plants with wrong fields, other JSON, almost JSON, and bytes; some are right. */
export const anyBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(key, token), { maxLength: 6 })
      .map((pairs) => `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  },
  fc.json(),
  anyText({ maxLength: 300 }),
  fc.uint8Array({ maxLength: 300 }),
  validBody.chain(({ body }) => fc.nat(body.length).map((length) => body.slice(0, length))),
  // A tenth of all bodies, so that 250 bodies without a valid one are as good as impossible.
  validBody.map(({ body }) => body),
);
