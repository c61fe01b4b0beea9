import { days } from '@plant-store/engine';
import type { NewPlant, PlantPatch, StoredPlant } from '@plant-store/schema';
import { optionalFields, type PlantValues, plantFields, textFields } from '@plant-store/schema/without-zod';

/** The stored kind of change of a version. The last version of a deleted plant is `deleted`, with its last text. */
export const changes = { created: 0n, changed: 1n, restored: 2n, deleted: 3n } as const;

export const trashRetention = days(30);

export type Version = PlantValues & {
  addedAt: bigint;
  changedAt: bigint;
  change: bigint;
  actorId: bigint | null;
  receiptId: bigint | null;
  line: bigint | null;
};

type Source = { receiptId?: bigint | null; line?: bigint | null };

export type ChangeMetadata = Source & { actorId?: bigint | null | undefined } & { time: bigint };

export function toStoredPlant(row: PlantValues): StoredPlant {
  const plant: StoredPlant = { id: row.id, name: row.name };
  for (const field of optionalFields) {
    const value = row[field];
    if (value !== null) plant[field] = value;
  }
  return plant;
}

export const toValues = (plant: NewPlant): PlantValues =>
  Object.fromEntries(plantFields.map((field) => [field, plant[field] ?? null])) as PlantValues;

/** The values after a patch; a field that is not in the patch keeps its value. */
export function patchedValues(values: PlantValues, patch: PlantPatch): PlantValues {
  const changed = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...values, ...Object.fromEntries(changed) };
}

export const isSameText = (one: PlantValues, other: PlantValues): boolean =>
  textFields.every((field) => one[field] === other[field]);
