import type { plants } from '@plant-store/db';
import { StoreError } from '@plant-store/schema';
import type { Context } from '../../context/context.ts';
import { entityTagsIn, etagOf, isAltered, isWeaklySame } from './etag.ts';

export const ifMatch = { 'If-Match': 'Change the plant only if this is its current ETag.' };

/** The value of a precondition (RFC 9110, section 13.1). */
type Condition = '*' | string[];

/** The entity tags of a header, or `*`; `undefined` without the header. @throws StoreError for any other value */
function conditionOf(header: 'If-Match' | 'If-None-Match', text: string | undefined): Condition | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '*') return '*';
  const tags = entityTagsIn(text);
  if (tags) return tags;
  throw new StoreError(
    'badRequest',
    `${header} must be * or entity tags, such as "4bZqF1cX0aVn2LrUe9KdTw" in quotes; take them from an ETag header`,
  );
}

/** Whether If-None-Match matches the current ETag, so that the plant need not be sent again. */
export const isUnchanged = ({ ifNoneMatch }: Context['preconditions'], etag: string): boolean =>
  names(conditionOf('If-None-Match', ifNoneMatch), etag);

/** @throws StoreError `preconditionFailed` if If-Match does not match the current ETag */
export function assertMatch(ifMatch: string | undefined, etag: string | undefined) {
  const condition = conditionOf('If-Match', ifMatch);
  if (condition === undefined || (condition === '*' && etag)) return;
  if (condition !== '*' && etag && condition.includes(etag)) return;
  throw changed(etag, condition);
}

/** @throws StoreError `preconditionRequired`, if the server requires a precondition and there is none */
export function checkOf({ preconditions, requiresIfMatch }: Context, { mayAdd = false } = {}): plants.Check {
  const ifNoneMatch = conditionOf('If-None-Match', preconditions.ifNoneMatch);
  // Malformed headers are refused before the plant is read.
  conditionOf('If-Match', preconditions.ifMatch);
  const isAddition = mayAdd && ifNoneMatch === '*';
  if (requiresIfMatch && preconditions.ifMatch === undefined && !isAddition) throw conditionNeeded(mayAdd);
  return (plant) => {
    const etag = plant && etagOf(plant);
    assertMatch(preconditions.ifMatch, etag);
    if (etag && names(ifNoneMatch, etag)) throw exists(etag);
  };
}

const names = (condition: Condition | undefined, etag: string): boolean =>
  condition === '*' || (condition?.some((tag) => isWeaklySame(tag, etag)) ?? false);

const conditionNeeded = (mayAdd: boolean) =>
  new StoreError(
    'preconditionRequired',
    `this store requires an If-Match header: read the plant and send its ETag${mayAdd ? '; or send If-None-Match: * to add a plant' : ''}`,
  );

function changed(etag: string | undefined, condition: Condition): StoreError {
  if (!etag)
    return new StoreError(
      'preconditionFailed',
      'no plant has this id; it may have been deleted since you read it. Leave out If-Match to add it',
    );
  const altered = condition === '*' ? undefined : condition.find((tag) => isAltered(tag, etag));
  const message = altered
    ? `the plant has not changed, but ${altered} is not its ETag: a proxy that compresses answers has altered it. Send If-Match: ${etag}, or read the plant with Accept-Encoding: identity`
    : `the plant has changed since you read it; its ETag is ${etag} now. Read it, check that your change still applies, and send it again`;
  return new StoreError('preconditionFailed', message, { headers: { ETag: etag } });
}

const exists = (etag: string) =>
  new StoreError(
    'preconditionFailed',
    `a plant with this id already exists; its ETag is ${etag}. Read it, and send If-Match to replace it`,
    { headers: { ETag: etag } },
  );
