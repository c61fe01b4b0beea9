import { invalidField, StoreError } from '@plant-store/schema/without-zod';
import type { Head } from '../audit/chain.ts';

/** A place in the feed: after an entry of the audit log, or within it, after the plant `id`. */
export type Place = Head & { id?: bigint | undefined };

const numberBytes = 8;
const hashBytes = 16;

/** A place as an opaque text: the number of the entry, the begin of its hash, and the id. */
export function toPosition({ number, hash, id }: Place): string {
  const hex = `${hexOf(number)}${hash.slice(0, 2 * hashBytes).padEnd(2 * hashBytes, '0')}${id === undefined ? '' : hexOf(id)}`;
  return Buffer.from(hex, 'hex').toString('base64url');
}

const hexOf = (number: bigint) =>
  BigInt.asUintN(64, number)
    .toString(16)
    .padStart(2 * numberBytes, '0');

/** The number and the id in a position. @throws StoreError `invalidField` for any other text */
export function fromPosition(text: string): Omit<Place, 'hash'> {
  // No store has 2^52 entries, so the number begins with zeros.
  if (!/^AA[\w-]{30}(?:[\w-]{11})?$/.test(text))
    throw invalidField(
      'after',
      'is no position of the feed; take it from an event, a Link or Events-Position',
    );
  const bytes = Buffer.from(text, 'base64url');
  const idAt = numberBytes + hashBytes;
  return {
    number: bytes.readBigInt64BE(),
    id: bytes.length > idAt ? bytes.readBigInt64BE(idAt) : undefined,
  };
}

export const gone = (reason: string) => {
  const message = `${reason}; export the whole list again, and continue from its Events-Position`;
  return new StoreError('gone', `after ${message}`, { problems: [{ pointer: '/after', message }] });
};
