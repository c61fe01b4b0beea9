import { useQuery } from '@tanstack/react-query';
import { type FreeIds, freeIds } from '../queries/list-queries.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { useQueue } from './queue-provider.tsx';

/** The first free id that no plant of the queue has; `undefined` if none is known. @param first the answer at loading */
export function useFreeId(first?: FreeIds, enabled = true): bigint | undefined {
  const { data } = useQuery({ ...freeIds(first), enabled });
  return freeBeside(useQueue().state.entries, data);
}

export function freeBeside(
  entries: readonly Pick<QueuedPlant, 'plant'>[],
  free: FreeIds = [],
): bigint | undefined {
  const taken = new Set(entries.map(({ plant }) => plant.id));
  for (const [first, last] of free) for (let id = first; id <= last; id++) if (!taken.has(id)) return id;
  return undefined;
}
