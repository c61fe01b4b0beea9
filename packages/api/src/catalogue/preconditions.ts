import type { plants } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { Context } from '../context.ts';
import { etagOf } from './etag.ts';

/** What a caller asks for before a plant is written, or read again (RFC 9110, section 13.1). */
type Condition = '*' | string[];

/** The entity tags of a header, or `*`; nothing where it was not sent. @throws StoreError when they are not of this store. */
function conditionOf(header: 'If-Match' | 'If-None-Match', text: string | undefined): Condition | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '*') return '*';
  const tags = text.split(',').map((tag) => tag.trim());
  if (tags.every((tag) => wellFormed.test(tag))) return tags;
  throw new StoreError(
    'badRequest',
    `${header} must be * or entity tags as this store gives them, such as "4bZqF1cX0aVn2LrUe9KdTw" in quotes; take them from an ETag header`,
  );
}

/** As `etagOf` makes them; a proxy that compresses an answer makes its tag a weak one. */
const wellFormed = /^(W\/)?"[\w-]{22}"$/;
const weakly = (tag: string) => tag.replace(/^W\//, '');

/** Whether what a caller has is still what there is. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean => {
  const condition = conditionOf('If-None-Match', ifNoneMatch);
  return condition === '*' || (condition?.map(weakly).includes(etag) ?? false);
};

/**
 * The look at a plant that the request asks for before it is written.
 * @throws StoreError `preconditionRequired` at once, where the store is set to ask for a condition and there is none
 */
export function checkOf({ conditions, requiresIfMatch }: Context): plants.Check {
  const ifMatch = conditionOf('If-Match', conditions.ifMatch);
  const ifNoneMatch = conditionOf('If-None-Match', conditions.ifNoneMatch);
  if (requiresIfMatch && !ifMatch && !ifNoneMatch) throw conditionNeeded();
  return (plant) => {
    const etag = plant && etagOf(plant);
    if (ifMatch && !(ifMatch === '*' ? etag : etag && ifMatch.includes(etag))) throw changed(etag);
    if (ifNoneMatch && etag && (ifNoneMatch === '*' || ifNoneMatch.map(weakly).includes(etag)))
      throw exists(etag);
  };
}

const conditionNeeded = () =>
  new StoreError(
    'preconditionRequired',
    'this store asks for an If-Match header: read the plant, and send the ETag of what you read; or If-None-Match: * to add one',
  );

const changed = (etag: string | undefined) =>
  etag
    ? new StoreError(
        'preconditionFailed',
        `the plant has changed since you read it; its ETag is ${etag} now. Read it, see whether your change still fits, and send it again`,
        { headers: { ETag: etag } },
      )
    : new StoreError(
        'preconditionFailed',
        'there is no plant with this id to match; it may have been deleted since you read it. Leave out If-Match to add one',
      );

const exists = (etag: string) =>
  new StoreError(
    'preconditionFailed',
    `there is a plant with this id already; its ETag is ${etag}. Read it, and send If-Match to put another in its place`,
    { headers: { ETag: etag } },
  );
