import { int64Max, int64Min } from './limits.ts';

/** Digits, with a hash sign before them, or in groups of three, as people copy ids from labels and from spreadsheets. */
const idText = /^#?\s*(-?(?:\d{1,40}|\d{1,3}(?:([ ,.'’\u00a0\u202f])\d{3})(?:\2\d{3})*))$/;

/** The id that a search looks for, such as 1000 for `1000`, `#1000`, `1,000` and `1 000`; `undefined` for a text. */
export function searchedId(q: string): bigint | undefined {
  const [, digits] = idText.exec(q.trim()) ?? [];
  if (digits === undefined) return undefined;
  const id = BigInt(digits.replaceAll(/[^-\d]/g, ''));
  return id >= int64Min && id <= int64Max ? id : undefined;
}
