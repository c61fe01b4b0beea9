import { bareId } from '../text/bare-id.ts';
import { int64Max, int64Min } from '../values/limits.ts';

/** Both included. */
export type IdRange = { first: bigint; last: bigint };

/** Digits, perhaps after a hash sign or in groups of three, as on labels and in spreadsheets. */
const idText = /^#?\s*(-?(?:\d{1,40}|\d{1,3}(?:([ ,.'’\u00a0\u202f])\d{3})(?:\2\d{3})*))$/;

/** The maximum number of omitted last digits of an id: all of them, but not for a short number. `1` begins a ninth of all ids. */
const omittedDigitsMax = (number: bigint) => (number > -1000n && number < 1000n ? 3 : 15);

/** The number in a search, such as 1000 for `1000`, `#1000`, `1,000` and `1 000`; `undefined` for any other text. */
export function searchedNumber(q: string): bigint | undefined {
  const [, digits] = idText.exec(bareId(q)) ?? [];
  if (digits === undefined) return undefined;
  const number = BigInt(digits.replaceAll(/[^-\d]/g, ''));
  return number >= int64Min && number <= int64Max ? number : undefined;
}

/** The ids that begin with the number in a search, in at most 16 ranges: for `50` the ids 50, 500 to 509, up to 50000 to 50999. */
export function searchedIds(q: string): IdRange[] {
  const number = searchedNumber(q);
  if (number === undefined) return [];
  if (number === 0n) return [{ first: 0n, last: 0n }];
  return Array.from({ length: omittedDigitsMax(number) + 1 }, (_, omitted) => {
    const size = 10n ** BigInt(omitted);
    const near = number * size;
    const far = number < 0n ? near - size + 1n : near + size - 1n;
    return number < 0n
      ? { first: far < int64Min ? int64Min : far, last: near }
      : { first: near, last: far > int64Max ? int64Max : far };
  }).filter(({ first, last }) => first <= last);
}

export const isInRanges = (id: bigint, ranges: IdRange[]): boolean =>
  ranges.some(({ first, last }) => id >= first && id <= last);
