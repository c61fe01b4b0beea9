import { callOptions } from '@plant-store/client';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import type { Selection } from './selection.ts';

/** A change of a million plants lasts minutes. */
const timeoutMs = 10 * 60_000;

export type Target = { selection: Selection; search: PlantSearch };

/** The selection, as the API names it. The API refuses a filter if its number of plants has changed. */
const namesOf = ({ selection, search }: Target) =>
  selection.kind === 'all'
    ? { filter: { ...filterOf(search), count: selection.count } }
    : { ids: [...selection.plants.keys()] };

/** `null` removes the tags. */
export const setTag = (target: Target, tag: string | null, idempotencyKey: string) =>
  attempt(() =>
    browserClient.plants.updateMany.mutate(
      { ...namesOf(target), tag },
      callOptions({ idempotencyKey, timeoutMs }),
    ),
  );

export const removeAll = (target: Target, idempotencyKey: string) =>
  attempt(() =>
    browserClient.plants.removeMany.mutate(namesOf(target), callOptions({ idempotencyKey, timeoutMs })),
  );
