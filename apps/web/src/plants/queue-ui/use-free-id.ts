import { int64Max } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { nextFreeId } from '../queries/list-queries.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { useQueue } from './queue-provider.tsx';

/** The id that the store suggests, or the next one that no plant of the queue has. @param first the answer at loading */
export function useFreeId(first?: bigint | null, enabled = true): bigint | undefined {
  const { data } = useQuery({ ...nextFreeId(first), enabled });
  return freeBeside(useQueue().state.entries, data);
}

export function freeBeside(
  entries: readonly Pick<QueuedPlant, 'plant'>[],
  free: bigint | null | undefined,
): bigint | undefined {
  if (free === null || free === undefined) return undefined;
  const taken = new Set(entries.map(({ plant }) => plant.id));
  let next = free;
  while (taken.has(next)) next++;
  return next <= int64Max ? next : undefined;
}
