import { StoreError } from '@plant-store/schema/without-zod';

/** The error for an id that a plant has already. @param holder that plant, if it is known */
export function duplicateId(id: bigint, holder?: { name: string }): StoreError {
  const how = holder ? `is already taken by "${holder.name}"` : 'is already taken';
  return new StoreError('idTaken', `id ${id} ${how}; give another id`, {
    problems: [{ pointer: '/id', message: how }],
  });
}

/** A plant or an earlier row has the row's id. Without both, it is above `newIdsFrom`, whatever `duplicates` says. */
export const duplicateIdInFile = (holder: string | null, row: bigint | number | null): string => {
  if (row !== null) return `is already in row ${row} of this file; give another id`;
  return holder === null
    ? 'is now taken by another plant; give another id'
    : `is already taken by "${holder}"; give another id, or choose to update or skip existing plants (duplicates=update or skip)`;
};
