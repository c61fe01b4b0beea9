import type { Activity } from '@plant-store/schema';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { attributeText } from '../../ui/text/isolated.ts';
import { hasChanged } from './receipt-text.ts';
import { texts } from './texts.ts';
import { useReceiptTitle } from './use-receipt-title.ts';
import { useMayUndo, useUndo } from './use-undo.tsx';

/** The button that undoes an activity. It is absent without permission, or if nothing can be undone. */
export function UndoButton({ receipt, isInRow = false }: { receipt: Activity; isInRow?: boolean }) {
  const { id, last, undoneBy, undoableUntil } = receipt;
  const mayUndo = useMayUndo();
  const undo = useUndo();
  const title = useReceiptTitle(receipt);
  const { mutate, isPending: isUndoing } = useMutation({
    mutationFn: () => undo(last === undefined ? id : { id, last }),
  });
  const act = () => mutate();
  const isUndoable = undoableUntil !== undefined && undoneBy === undefined && hasChanged(receipt);
  useRestoreFocus(isUndoable);
  if (!isUndoable || !mayUndo(receipt)) return null;
  const text = isUndoing ? texts.undoing : texts.undo;
  const label = attributeText(texts.undoNamed(title));
  // The undo of an addition deletes plants.
  const isDestructive = receipt.created > 0;
  if (isInRow)
    return (
      <RowAction
        icon="restore"
        text={text}
        label={label}
        isBusy={isUndoing}
        onClick={act}
        isDestructive={isDestructive}
      />
    );
  return (
    <Button look={isDestructive ? 'danger' : 'quiet'} aria-label={label} disabled={isUndoing} onClick={act}>
      <Icon name="restore" />
      {text}
    </Button>
  );
}
