import { callOptions } from '@plant-store/client';
import type { PlantChange, PlantPatch, StoredPlant, TextField } from '@plant-store/schema';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { withEtag } from '../../api/with-etag.ts';

const timeoutMs = 20_000;

/** A plant with its ETag, by which the store recognises a later change. */
export type Version = {
  plant: StoredPlant;
  etag: string | undefined;
  /** True for a version that this page has written, or that the person has compared with. */
  isKnown?: boolean;
};

/** The editable fields of a plant as text; an empty text means none. */
export type PlantText = Record<TextField, string>;

/** Saves these fields if the plant still has the ETag `ifMatch`. */
export function update(id: bigint, changed: Partial<PlantText>, ifMatch: string | undefined) {
  return attempt(() =>
    withEtag((onEtag) =>
      browserClient.plants.update.mutate(
        { id, ...patchOf(changed) },
        callOptions({ ifMatch, onEtag, timeoutMs }),
      ),
    ),
  );
}

const patchOf = (changed: Partial<PlantText>): PlantPatch =>
  Object.fromEntries(Object.entries(changed).map(([field, text]) => [field, text || null]));

/** The current version of the plant. @throws the client's error */
export const readVersion = (id: bigint): Promise<Version> =>
  withEtag((onEtag) => browserClient.plants.get.query({ id }, callOptions({ onEtag, timeoutMs })));

export const read = (id: bigint) => attempt(() => readVersion(id));

/** Restores the plant from the trash; a repeated call with the same key restores it once. */
export const restore = (id: bigint, idempotencyKey: string) =>
  attempt(() =>
    withEtag((onEtag) =>
      browserClient.trash.restore.mutate({ id }, callOptions({ idempotencyKey, onEtag, timeoutMs })),
    ),
  );

/** Moves the plant to the trash if it still has the ETag `ifMatch`. */
export const remove = (id: bigint, ifMatch: string | undefined) =>
  attempt(() => browserClient.plants.remove.mutate({ id }, callOptions({ ifMatch, timeoutMs })));

/** The last change of the plant; `undefined` if it cannot be read. */
export async function lastChange(id: bigint): Promise<PlantChange | undefined> {
  const outcome = await attempt(() =>
    browserClient.plants.history.query({ id, limit: 1 }, callOptions({ timeoutMs })),
  );
  return outcome.value?.items[0];
}
