import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newKey } from '../../api/idempotency-key.ts';
import { useUndo } from '../../plants/activity/use-undo.tsx';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { texts } from '../texts.tsx';

/** Undoes an import once, however often it is pressed. */
export function UndoImport({ receipt, onUndone }: { receipt: bigint; onUndone: () => void }) {
  const undo = useUndo(onUndone);
  const [key] = useState(newKey);
  const { mutate, isPending } = useMutation({ mutationFn: () => undo(receipt, key) });
  return (
    <Button className={buttons.quiet} disabled={isPending} focusableWhenDisabled onClick={() => mutate()}>
      {isPending ? texts.done.undoing : texts.done.undo}
    </Button>
  );
}
