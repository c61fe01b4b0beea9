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
  const [isUndoing, setUndoing] = useState(false);
  const act = async () => {
    setUndoing(true);
    await undo(receipt, key);
    setUndoing(false);
  };
  return (
    <Button className={buttons.quiet} disabled={isUndoing} focusableWhenDisabled onClick={act}>
      {isUndoing ? texts.done.undoing : texts.done.undo}
    </Button>
  );
}
