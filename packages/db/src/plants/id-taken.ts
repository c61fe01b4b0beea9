import { StoreError } from '@plant-store/schema/without-zod';

/** The error for a taken id. @param holder the plant with the id, if it is known */
export function idTaken(id: bigint, holder?: { name: string }): StoreError {
  const how = holder ? `is already taken by "${holder.name}"` : 'is already taken';
  return new StoreError('idTaken', `id ${id} ${how}; give another id`, {
    problems: [{ pointer: '/id', message: how }],
  });
}
