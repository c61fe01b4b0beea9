import * as z from 'zod';
import { int64Max, int64Min } from './limits.ts';

const accepted = `a whole number from ${int64Min} to ${int64Max}`;

/** Its JSON Schema, which `custom` cannot tell. */
const int64 = { type: 'integer', format: 'int64' } as const;

/**
 * Makes a `bigint` of what is one already or a whole number. No `transform`: for each value zod makes a function that
 * V8 puts among what is old, so that it outlives the request with all it refers to (docs/decisions/0009-fast-edge.md).
 */
const ToBigInt = z
  .custom<bigint | number>()
  .meta({ override: int64 })
  .overwrite((value) => BigInt(value)) as unknown as z.ZodType<bigint, bigint | number>;

/**
 * An id: any signed 64-bit integer, exact.
 *
 * Takes a `bigint`, or a `number` that a double holds exactly; gives a `bigint`. A larger `number` has been
 * rounded before it came here, so it is refused rather than stored as its neighbour.
 *
 * A pipe on purpose, not `z.int()` or `z.bigint()`: trpc-to-openapi turns coercion on in every number and bigint
 * schema it meets, after which `true` would be stored as 1.
 */
export const Int64 = z
  .custom<bigint | number>((value) => toInt64(value) !== undefined, {
    error: ({ input }) => (input === undefined ? `is missing; give ${accepted}` : `must be ${accepted}`),
  })
  .meta({ override: int64 })
  .pipe(ToBigInt)
  .meta({
    description:
      'Identification number of the plant. Any signed 64-bit integer, exact from wire to disk and back.',
    examples: [7],
    override: int64,
  });

/** An id written out in decimal digits, as a form field, a path segment or a spreadsheet cell holds it. */
export const Int64Text = z.string().transform((text, ctx) => {
  const digits = text.trim();
  const isNumber = /^[+-]?\d+$/.test(digits);
  const id = isNumber && digits.length <= 40 ? toInt64(BigInt(digits.replace(/^\+/, ''))) : undefined;
  if (id !== undefined) return id;
  // Whoever types has the range shown only once it matters.
  const problem =
    digits === '' ? 'is empty; give a whole number, such as 42' : 'must be a whole number, such as 42';
  ctx.addIssue({ code: 'custom', message: isNumber ? `must be ${accepted}` : problem });
  return z.NEVER;
});

function toInt64(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'bigint') return undefined;
  return value >= int64Min && value <= int64Max ? value : undefined;
}
