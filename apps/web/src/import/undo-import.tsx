import { useState } from 'react';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { useUndo } from '../receipts/use-undo.tsx';
import { newKey } from '../store/idempotency-key.ts';
import { texts } from './texts.tsx';

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
