import { DeletedMeanwhile } from './conflict.tsx';
import { SavedMeanwhile } from './saved-meanwhile.tsx';
import type { Editing } from './use-edit-form.ts';

type ConflictChoiceProps = { id: bigint; edit: Editing };

/** Lets the person choose after another person saved or deleted the plant first. Empty without a conflict. */
export function ConflictChoice({ id, edit }: ConflictChoiceProps) {
  const { conflict } = edit;
  if (conflict?.kind === 'changed') return <SavedMeanwhile conflict={conflict} edit={edit} />;
  return conflict && <DeletedMeanwhile id={id} conflict={conflict} edit={edit} />;
}
