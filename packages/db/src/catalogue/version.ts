import type { StoredPlant } from '@plant-store/schema';
import { days } from '../engine/stamp.ts';

/**
 * How a version of a plant came to be, as it is stored. The first has none: it is `created`. A deleted plant has a
 * last version that says so, with what was deleted.
 */
export const changes = { created: 0n, changed: 1n, restored: 2n, deleted: 3n } as const;

/** For how long a deleted plant can be restored. */
export const trashed = days(30);

/** A plant as it was or is from one change to the next. */
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

/** What a version of a plant says. */
export type PlantText = Pick<Version, 'id' | 'name' | 'tag'>;

/** Where a change comes from: an import or bulk action, and the row of its file. */
type Source = { receiptId?: bigint | null; line?: bigint | null };

/** Who makes a change and when, and where it comes from. */
export type Making = Source & { actorId?: bigint | null | undefined } & { time: bigint };

/** The plant as callers see it. */
export function present({ id, name, tag }: PlantText): StoredPlant {
  return tag === null ? { id, name } : { id, name, tag };
}
