import * as z from 'zod/mini';
import { int64Max, int64Min } from './limits.ts';

const accepted = `a whole number from ${int64Min} to ${int64Max}`;

/** The JSON Schema of an id, which zod cannot derive from `custom`. */
const int64 = { type: 'integer', format: 'int64' } as const;

// Not a `transform`: for each value zod would create a function that V8 keeps in the old generation, long after its
// request (docs/decisions/0009-fast-edge.md).
const ToBigInt = z
  .custom<bigint | number>()
  .check(z.overwrite((value) => BigInt(value)))
  .register(z.globalRegistry, { override: int64 }) as unknown as z.ZodMiniType<bigint, bigint | number>;

/**
 * An id: any signed 64-bit integer, exact. It accepts a `bigint`, or a `number` that a double represents exactly, and
 * gives a `bigint`. A larger `number` may be rounded already, and storing a neighbouring id would be wrong, so it is
 * refused. The schema is a pipe, as neither `z.int()` nor `z.bigint()` accepts both types.
 */
export const Int64 = z
  .pipe(
    z
      .custom<bigint | number>((value) => toInt64(value) !== undefined, {
        error: ({ input }) => (input === undefined ? `is missing; give ${accepted}` : `must be ${accepted}`),
      })
      .register(z.globalRegistry, { override: int64 }),
    ToBigInt,
  )
  .register(z.globalRegistry, {
    description:
      'Identification number of the plant. Any signed 64-bit integer, exact from wire to disk and back. ' +
      "JavaScript's `JSON.parse` rounds it beyond 2^53; the module `/docs/exact-fetch.js` of this server does not.",
    examples: [7],
    override: int64,
  });

export const Int64Text = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const digits = text.trim();
    const isNumber = /^[+-]?\d+$/.test(digits);
    const id = isNumber && digits.length <= 40 ? toInt64(BigInt(digits.replace(/^\+/, ''))) : undefined;
    if (id !== undefined) return id;
    // The message for a person has the range only if the number is outside it.
    const problem =
      digits === '' ? 'is empty; give a whole number, such as 42' : 'must be a whole number, such as 42';
    issues.push({ code: 'custom', message: isNumber ? `must be ${accepted}` : problem, input: text });
    return z.NEVER;
  }),
);

function toInt64(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'bigint') return undefined;
  return value >= int64Min && value <= int64Max ? value : undefined;
}
