import { bulkMax, type StoredPlant } from '@plant-store/schema';

/** The selection: some plants, or all matching plants, with their number at the time of the selection. */
export type Selection =
  | { kind: 'some'; plants: ReadonlyMap<bigint, StoredPlant> }
  | { kind: 'all'; count: number };

export const nothing: Selection = { kind: 'some', plants: new Map() };

export const isSelected = (selection: Selection, id: bigint): boolean =>
  selection.kind === 'all' || selection.plants.has(id);

/** The number of selected plants. If all are selected, it is the number that the person has seen. */
export const countOf = (selection: Selection): number =>
  selection.kind === 'all' ? selection.count : selection.plants.size;

/** The ids of the selected plants; `undefined` if all matching plants are selected. */
export const idsOf = (selection: Selection): bigint[] | undefined =>
  selection.kind === 'some' ? [...selection.plants.keys()] : undefined;

/** After "all", deselecting keeps only the loaded plants. @returns `undefined` for too many plants for an action */
export function select(
  selection: Selection,
  listed: readonly StoredPlant[],
  { from, to, isOn }: { from: number; to: number; isOn: boolean },
): Selection | undefined {
  const plants = new Map(
    selection.kind === 'all' ? listed.map((plant) => [plant.id, plant]) : selection.plants,
  );
  for (const plant of listed.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (isOn) plants.set(plant.id, plant);
    else plants.delete(plant.id);
  return plants.size <= bulkMax ? { kind: 'some', plants } : undefined;
}

/** The selected plants in the order of the list, with its texts. */
export const inListOrder = (
  plants: ReadonlyMap<bigint, StoredPlant>,
  listed: readonly StoredPlant[],
): StoredPlant[] => listed.filter(({ id }) => plants.has(id));

/** The part of the selection that is still in the list; the same object if that is all of it. */
export function stillListed(
  selection: Selection,
  listed: readonly StoredPlant[],
  total: number | undefined,
): Selection {
  if (selection.kind === 'all')
    return total !== undefined && total < selection.count ? { kind: 'all', count: total } : selection;
  if (selection.plants.size === 0) return selection;
  const ids = new Set(listed.map(({ id }) => id));
  const plants = [...selection.plants].filter(([id]) => ids.has(id));
  return plants.length < selection.plants.size ? { kind: 'some', plants: new Map(plants) } : selection;
}
