import { StoreError } from '@plant-store/schema/plain';

export const plantNotFound = (id: bigint): StoreError =>
  new StoreError('notFound', `no plant has the id ${id}; it may have been deleted`);

/** The error for an id that a plant has already. @param holder that plant, if it is known */
export function idTaken(id: bigint, holder?: { name: string }): StoreError {
  const how = holder ? `is already taken by "${holder.name}"` : 'is already taken';
  return new StoreError('idTaken', `id ${id} ${how}; give another id`, {
    problems: [{ pointer: '/id', message: how }],
  });
}
