import type { plants } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';

/** A place in the list as callers pass it around: opaque to them, so that what it is made of may change. */
export const toCursor = ({ addedAt, id }: plants.Position): string =>
  Buffer.from(`1.${addedAt}.${id}`).toString('base64url');

/** @throws StoreError when the cursor is not one that `toCursor` made. */
export function fromCursor(cursor: string): plants.Position {
  const [, addedAt, id] =
    /^1\.(\d{1,18})\.(-?\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (addedAt !== undefined && id !== undefined) {
    const position = { addedAt: BigInt(addedAt), id: BigInt(id) };
    if (BigInt.asIntN(64, position.id) === position.id && toCursor(position) === cursor) return position;
  }
  const message = 'is not one of this store; take it from the Link header of a page, or leave it out';
  throw new StoreError('invalidField', `cursor ${message}`, { problems: [{ pointer: '/cursor', message }] });
}
