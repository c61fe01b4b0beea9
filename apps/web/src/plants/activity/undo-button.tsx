import type { Additions, Receipt } from '@plant-store/schema';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { attributeText } from '../../ui/text/isolated.ts';
import { hasChanged } from './receipt-text.ts';
import { texts } from './texts.ts';
import { useAdditionsTitle, useReceiptTitle } from './use-receipt-title.ts';
import { useMayUndo, useUndo } from './use-undo.tsx';

/** The button that undoes an import or bulk action. It is absent without permission, or if nothing can be undone. */
export function UndoButton({ receipt, isInRow = false }: { receipt: Receipt; isInRow?: boolean }) {
  return (
    <ActionButton
      what={receipt.id}
      title={useReceiptTitle(receipt)}
      created={receipt.created}
      isUndoable={
        receipt.undoableUntil !== undefined && receipt.undoneBy === undefined && hasChanged(receipt)
      }
      isInRow={isInRow}
    />
  );
}

/** The same for a group of single additions. */
export const UndoAdditionsButton = ({
  additions,
  isInRow = false,
}: {
  additions: Additions;
  isInRow?: boolean;
}) => (
  <ActionButton
    what={additions}
    title={useAdditionsTitle(additions)}
    created={additions.count}
    isUndoable={additions.undoableUntil !== undefined}
    isInRow={isInRow}
  />
);

type ActionButtonProps = {
  what: bigint | Additions;
  title: string;
  /** The undo of an addition deletes plants. */
  created: number;
  isUndoable: boolean;
  isInRow: boolean;
};

function ActionButton({ what, title, created, isUndoable, isInRow }: ActionButtonProps) {
  const mayUndo = useMayUndo();
  const undo = useUndo();
  const { mutate, isPending: isUndoing } = useMutation({ mutationFn: () => undo(what) });
  const act = () => mutate();
  useRestoreFocus(isUndoable);
  if (!isUndoable || !mayUndo({ created })) return null;
  const text = isUndoing ? texts.undoing : texts.undo;
  const label = attributeText(texts.undoNamed(title));
  const isDestructive = created > 0;
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
