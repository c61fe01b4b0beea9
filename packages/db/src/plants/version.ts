import type { StoredPlant } from '@plant-store/schema';
import { days } from '../core/timestamp.ts';

/** How a version came to be, as it is stored. The last version of a deleted plant is `deleted`, with its last text. */
export const changes = { created: 0n, changed: 1n, restored: 2n, deleted: 3n } as const;

/** How long a deleted plant can be restored. */
export const trashRetention = days(30);

/** A plant from one change to the next. */
export type Version = {
  id: bigint;
  name: string;
  tag: string | null;
  addedAt: bigint;
  changedAt: bigint;
  change: bigint;
  actorId: bigint | null;
  receiptId: bigint | null;
  line: bigint | null;
};

export type PlantText = Pick<Version, 'id' | 'name' | 'tag'>;

/** The receipt of a change, and the row of its file. */
type Source = { receiptId?: bigint | null; line?: bigint | null };

/** The actor, time and source of a change. */
export type ChangeMetadata = Source & { actorId?: bigint | null | undefined } & { time: bigint };

export function toStoredPlant({ id, name, tag }: PlantText): StoredPlant {
  return tag === null ? { id, name } : { id, name, tag };
}
