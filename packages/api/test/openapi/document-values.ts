import { int64Max, int64Min } from '@plant-store/schema';
import { anyText } from '@plant-store/schema/testing/any-text';
import fc from 'fast-check';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};
type Resolve = (schema: JsonSchema) => JsonSchema;

/** Values that are valid against a JSON Schema; ids are bigints. It throws on an unknown keyword. */
export function valuesOf(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const whole = resolve(schema);
  const { type, anyOf, oneOf, enum: choices, items = {}, minItems, maxItems = 4 } = whole;
  const of = (part: JsonSchema) => valuesOf(part, resolve);
  if (choices) return fc.constantFrom(...choices);
  if (type === 'string') return texts(whole);
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return fc.oneof(...alternatives.map(of));
  if (type === 'object') return objects(whole, of);
  if (type === 'array')
    return fc.array(of(items), { minLength: minItems ?? 0, maxLength: Math.min(maxItems, 4) });
  if (type === 'integer') return integers(whole);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  throw new Error(`no values are known for ${JSON.stringify(whole)}`);
}

const objects = ({ properties = {}, required = [] }: JsonSchema, of: Of) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, of(part)])), {
    requiredKeys: required,
    noNullPrototype: true,
  });
type Of = (schema: JsonSchema) => fc.Arbitrary<unknown>;

/** Often small numbers, as the store has plants with such ids. */
const integers = ({ format, minimum, maximum }: JsonSchema): fc.Arbitrary<number | bigint> =>
  format === 'int64'
    ? fc.oneof(fc.bigInt(1n, 60n), fc.bigInt(int64Min, int64Max))
    : fc.oneof(
        fc.integer({ min: minimum ?? -9, max: Math.min(maximum ?? 99, (minimum ?? -9) + 99) }),
        fc.maxSafeInteger().filter((value) => value >= (minimum ?? value) && value <= (maximum ?? value)),
      );

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, anyOf, minLength = 0, maxLength = 400 } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((part) => texts({ ...schema, anyOf: undefined, ...part })));
  const isValid = (text: string) => {
    const length = [...text].length;
    return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  };
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] }).filter(isValid);
  if (format === 'date') return days;
  if (format === 'date-time') return times.filter(isValid);
  const words = Array.from({ length: maxLength }, (_, index) => index.toString(36)).join(' ');
  const longest = ['x'.repeat(maxLength), '🌿'.repeat(maxLength), words.slice(0, maxLength)].filter(isValid);
  // fast-check cannot generate text for a lookahead.
  const usual =
    pattern && !pattern.includes('(?!')
      ? fc.stringMatching(new RegExp(pattern, 'u')).filter(isValid)
      : anyText({ minLength, maxLength }).filter(isValid);
  return fc.oneof({ weight: 6, arbitrary: usual }, ...longest.map((text) => fc.constant(text)));
}

const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** RFC 3339, section 5.6, with leap seconds, long fractions and lower case. */
const times = fc
  .tuple(
    days,
    fc.constantFrom('T', 't'),
    fc.constantFrom('00:00:00', '08:05:59', '23:59:59', '23:59:60'),
    fc.constantFrom('', '.5', '.123456789', '.0123456789012'),
    fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+23:59', '-11:30'),
  )
  .map((parts) => parts.join(''));
