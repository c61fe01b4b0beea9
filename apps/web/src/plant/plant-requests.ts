import { type Failure, on } from '@plant-store/client';
import { errorTable, type PlantChange, type StoredPlant } from '@plant-store/schema';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { within } from '../store/within.ts';
import type { PlantText } from './three-way.ts';

const timeoutMs = 20_000;

/** A plant, and the ETag of it by which the store knows later whether it is still the same. */
export type Version = { plant: StoredPlant; etag: string | undefined };

export const isChanged = ({ error }: Failure): boolean => error === errorTable.preconditionFailed.error;
export const isGone = ({ error }: Failure): boolean => error === errorTable.notFound.error;

/** Saves what was typed, provided that nobody else has changed the plant since it was `etag`. */
export function update(id: bigint, { name, tag }: PlantText, ifMatch: string | undefined) {
  return attempt(() =>
    withEtag((onEtag) =>
      browserClient.plants.update.mutate(
        { id, name, tag: tag || null },
        { ...on({ ifMatch, onEtag }), ...within(timeoutMs) },
      ),
    ),
  );
}

/** The plant as it is now. @throws what the client throws */
export const readVersion = (id: bigint): Promise<Version> =>
  withEtag((onEtag) => browserClient.plants.get.query({ id }, { ...on({ onEtag }), ...within(timeoutMs) }));

export const read = (id: bigint) => attempt(() => readVersion(id));

/** Takes the plant out of the trash; asked for again under the same key, it is done once. */
export const restore = (id: bigint, idempotencyKey: string) =>
  attempt(() =>
    withEtag((onEtag) =>
      browserClient.trash.restore.mutate({ id }, { ...on({ idempotencyKey, onEtag }), ...within(timeoutMs) }),
    ),
  );

/** Moves the plant to the trash, provided that nobody else has changed it since it was `etag`. */
export const remove = (id: bigint, ifMatch: string | undefined) =>
  attempt(() => browserClient.plants.remove.mutate({ id }, { ...on({ ifMatch }), ...within(timeoutMs) }));

/** The last change of the plant; `undefined` where that cannot be told. */
export async function lastChange(id: bigint): Promise<PlantChange | undefined> {
  const outcome = await attempt(() =>
    browserClient.plants.history.query({ id, limit: 1 }, within(timeoutMs)),
  );
  return 'value' in outcome ? outcome.value.items[0] : undefined;
}

async function withEtag(ask: (onEtag: (etag: string) => void) => Promise<StoredPlant>): Promise<Version> {
  let etag: string | undefined;
  const plant = await ask((answered) => {
    etag = answered;
  });
  return { plant, etag };
}
