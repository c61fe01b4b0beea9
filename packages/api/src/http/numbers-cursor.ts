import { invalidField } from '@plant-store/schema';

/** The cursor of a position in `list`: its integers as an opaque text; `undefined` if one is missing, as after the last page. */
export const cursorOfNumbers = (list: string, numbers: (bigint | undefined)[]): string | undefined =>
  numbers.includes(undefined) ? undefined : Buffer.from([list, ...numbers].join('.')).toString('base64url');

/** The `count` integers that `cursorOfNumbers` put into a cursor of that list. @throws StoreError for any other text */
export function numbersOfCursor(list: string, cursor: string | undefined, count: number): bigint[] {
  if (cursor === undefined) return [];
  const [name, ...texts] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (name === list && texts.length === count && texts.every((text) => /^-?\d{1,19}$/.test(text))) {
    const numbers = texts.map((text) => BigInt.asIntN(64, BigInt(text)));
    if (cursorOfNumbers(list, numbers) === cursor) return numbers;
  }
  throw invalidField(
    'cursor',
    'is not valid for this list; take it from the Link header of a page, or leave it out',
  );
}
