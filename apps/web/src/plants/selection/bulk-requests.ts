import { callOptions } from '@plant-store/client';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import type { Selection } from './selection.ts';

/** A change of a million plants takes a while. */
const timeoutMs = 10 * 60_000;

/** The plants of a bulk action: a selection in a search. */
export type Target = { selection: Selection; search: PlantSearch };

/** Names the plants to the store. It refuses a filter that by now finds another number of plants. */
const namesOf = ({ selection, search }: Target) =>
  selection.kind === 'all'
    ? { filter: { ...filterOf(search), count: selection.count } }
    : { ids: [...selection.plants.keys()] };

/** Gives plants a tag; an empty one takes theirs away. */
export const setTag = (target: Target, tag: string, idempotencyKey: string) =>
  attempt(() =>
    browserClient.plants.updateMany.mutate(
      { ...namesOf(target), tag: tag || null },
      callOptions({ idempotencyKey, timeoutMs }),
    ),
  );

/** Moves plants to the trash. */
export const removeAll = (target: Target, idempotencyKey: string) =>
  attempt(() =>
    browserClient.plants.removeMany.mutate(namesOf(target), callOptions({ idempotencyKey, timeoutMs })),
  );
