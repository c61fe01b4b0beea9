import { bulkMax, type StoredPlant } from '@plant-store/schema';

/** Which plants are selected: some, by their ids, or all that are found. */
export type Selection = { kind: 'some'; ids: ReadonlySet<bigint> } | { kind: 'all' };

export const nothing: Selection = { kind: 'some', ids: new Set() };

export const isSelected = (selection: Selection, id: bigint): boolean =>
  selection.kind === 'all' || selection.ids.has(id);

/** How many they are, of so many that are found. */
export const countOf = (selection: Selection, total: number | undefined): number | undefined =>
  selection.kind === 'all' ? total : selection.ids.size;

/**
 * Selects the plants between two places in the list, or no longer. Of all, those that are loaded stay selected.
 * @returns `undefined` when that would be more than can be named one by one.
 */
export function select(
  selection: Selection,
  plants: readonly StoredPlant[],
  { from, to, isOn }: { from: number; to: number; isOn: boolean },
): Selection | undefined {
  const ids = new Set(selection.kind === 'all' ? plants.map(({ id }) => id) : selection.ids);
  for (const { id } of plants.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (isOn) ids.add(id);
    else ids.delete(id);
  return ids.size <= bulkMax ? { kind: 'some', ids } : undefined;
}
