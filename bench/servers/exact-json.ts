// "JSON.parse source text access", which TypeScript's library does not describe yet.
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/** Matches a text with a number that a double may round: at least 16 digits, or an exponent. */
const mayRound = /[\d.]{16}|\d[eE]/;

/**
 * Reads JSON. A number that a double cannot represent becomes a `bigint` if it is whole, and NaN otherwise. @throws
 * SyntaxError, or RangeError if it is nested too deeply
 */
export function parseExactly(text: string): unknown {
  if (!mayRound.test(text)) return parse(text);
  return parse(text, (_key, value, { source }) => (typeof value === 'number' ? exact(source ?? '') : value));
}

function exact(token: string): number | bigint {
  const [, sign = '', int = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = int + fraction;
  if (/^0+$/.test(digits)) return 0;
  if (digits.length + Math.abs(shift) > 400) return Number.NaN;
  const dropped = shift < 0 ? digits.slice(shift) : '';
  const kept = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  return /^0*$/.test(dropped) && kept !== '' ? BigInt(sign + kept) : Number.NaN;
}
