import { invalidField, StoreError } from '@plant-store/schema/without-zod';
import type { Head } from '../audit/chain.ts';

/** A place in the feed: after an entry of the audit log, or within it, after the plant `id`. */
export type Place = Head & { id?: bigint | undefined };

const numberBytes = 8;
const hashBytes = 16;

/** A place as an opaque text: the number of the entry, the begin of its hash, and the id. */
export function toPosition({ number, hash, id }: Place): string {
  const bytes = Buffer.alloc(numberBytes + hashBytes + (id === undefined ? 0 : numberBytes));
  bytes.writeBigInt64BE(number);
  bytes.write(hash.slice(0, 2 * hashBytes), numberBytes, 'hex');
  if (id !== undefined) bytes.writeBigInt64BE(id, numberBytes + hashBytes);
  return bytes.toString('base64url');
}

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
