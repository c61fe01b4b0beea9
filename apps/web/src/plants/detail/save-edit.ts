import type { PlantChange } from '@plant-store/schema';
import type { Outcome } from '../../api/attempt.ts';
import { isError } from '../../api/attempt.ts';
import type { PlantText } from '../queries/plant-requests.ts';
import { lastChange, read, update, type Version } from '../queries/plant-requests.ts';
import { changedIn, isSameText, textOf } from './three-way.ts';

export type EditOutcome =
  | { kind: 'saved'; version: Version }
  /** Another person saved first: `theirs` is their version, `by` their change if it can be read. */
  | { kind: 'changed'; theirs: Version; by: PlantChange | undefined }
  | { kind: 'deleted'; by: PlantChange | undefined };

/** If the store already has `mine`, an earlier attempt has saved it, and only its answer was lost. */
export async function saveEdit(from: Version, mine: PlantText): Promise<Outcome<EditOutcome>> {
  const { id } = from.plant;
  const outcome = await update(id, changedIn(mine, textOf(from.plant)), from.etag);
  if (!outcome.failure) return { value: { kind: 'saved', version: outcome.value } };
  if (!isError(outcome.failure, 'preconditionFailed') && !isError(outcome.failure, 'notFound'))
    return outcome;
  const theirs = await read(id);
  if (theirs.failure)
    return isError(theirs.failure, 'notFound')
      ? { value: { kind: 'deleted', by: await lastChange(id) } }
      : theirs;
  if (isSameText(textOf(theirs.value.plant), mine))
    return { value: { kind: 'saved', version: theirs.value } };
  return { value: { kind: 'changed', theirs: theirs.value, by: await lastChange(id) } };
}
