import { on } from '@plant-store/client';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import type { Selection } from './selection.ts';

/** A change of a million plants takes a while. */
const timeoutMs = 10 * 60_000;
const inTime = () => ({ signal: AbortSignal.timeout(timeoutMs) });

/** What a bulk action is done to: what is selected of what is found, and how many these are. */
export type Target = { selection: Selection; search: PlantSearch; count: number };

/** Those plants for the store; if by now it finds more or less than somebody has seen, it does nothing. */
const namesOf = ({ selection, search, count }: Target) =>
  selection.kind === 'all' ? { filter: { ...filterOf(search), count } } : { ids: [...selection.ids] };

/** Gives plants a tag; an empty one takes theirs away. */
export const setTag = (target: Target, tag: string, idempotencyKey: string) =>
  attempt(() =>
    browserClient.plants.updateMany.mutate(
      { ...namesOf(target), tag: tag || null },
      { ...on({ idempotencyKey }), ...inTime() },
    ),
  );

export const removeAll = (target: Target, idempotencyKey: string) =>
  attempt(() =>
    browserClient.plants.removeMany.mutate(namesOf(target), { ...on({ idempotencyKey }), ...inTime() }),
  );

export const undoReceipt = (id: bigint, idempotencyKey: string) =>
  attempt(() => browserClient.receipts.undo.mutate({ id }, { ...on({ idempotencyKey }), ...inTime() }));
