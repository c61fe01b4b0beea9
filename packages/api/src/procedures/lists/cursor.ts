import { hash } from 'node:crypto';
import type { plants } from '@plant-store/db';
import { invalidField, type PlantFilter, type PlantSort } from '@plant-store/schema';

type Query = PlantFilter & { sort: PlantSort };

/** A position in a list as an opaque text, so that its format may change. */
export const toCursor = ({ key, id }: plants.Position, query: Query): string =>
  // The key comes last, because a name may contain any character.
  Buffer.from(`2.${queryMark(query)}.${id}.${typeof key === 'string' ? `t${key}` : key}`).toString(
    'base64url',
  );

/** The position in a cursor. @throws StoreError if `toCursor` did not make the cursor for the same query */
export function fromCursor(cursor: string, query: Query): plants.Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, mark, id = '', key = ''] = /^2\.([\w-]{8})\.(-?\d{1,19})\.(-?\d{1,19}|t.*)$/s.exec(text) ?? [];
  if (mark === undefined)
    throw refusal('is not valid for this store; take it from the Link header of a page, or leave it out');
  if (mark !== queryMark(query))
    throw refusal(
      'belongs to a list with another filter or sort; begin with the first page, without a cursor',
    );
  const position = { key: key.startsWith('t') ? key.slice(1) : BigInt(key), id: BigInt(id) };
  const isOfSort = (typeof position.key === 'string') === query.sort.endsWith('name');
  if (isOfSort && isStored(position.id) && isStored(position.key) && toCursor(position, query) === cursor)
    return position;
  throw refusal('is not valid for this store; take it from the Link header of a page, or leave it out');
}

/** A stored name contains no NUL, and PostgreSQL refuses NUL in a query. */
const isStored = (value: bigint | string) =>
  typeof value === 'string' ? !value.includes('\0') : BigInt.asIntN(64, value) === value;

const queryMark = ({ q = '', tag, addedFrom, addedBefore, sort }: Query): string =>
  hash('sha256', JSON.stringify([sort, q, tag, addedFrom, addedBefore]), 'base64url').slice(0, 8);

const refusal = (message: string) => invalidField('cursor', message);
