import { DeletedMeanwhile } from './conflict.tsx';
import { SavedMeanwhile } from './saved-meanwhile.tsx';
import type { useEditForm } from './use-edit-form.ts';

type ConflictChoiceProps = { id: bigint; edit: ReturnType<typeof useEditForm> };

/** Lets the person choose after another person saved or deleted the plant first. Empty without a conflict. */
export function ConflictChoice({ id, edit: { conflict, close, saveChosen, saveOver } }: ConflictChoiceProps) {
  if (conflict?.kind === 'changed')
    return (
      <SavedMeanwhile
        conflict={conflict}
        onChoose={(text) => saveChosen(text, conflict.theirs)}
        onCancel={close}
      />
    );
  return (
    conflict && (
      <DeletedMeanwhile
        id={id}
        by={conflict.by}
        mine={conflict.mine}
        onRestored={(restored) => saveOver(conflict.mine, restored)}
        onCancel={close}
      />
    )
  );
}
