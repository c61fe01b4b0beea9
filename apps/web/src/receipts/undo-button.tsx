'use client';

import { Button } from '@base-ui/react/button';
import type { Receipt } from '@plant-store/schema';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import { hasChanged } from './receipt-text.ts';
import { useMayUndo } from './use-may-undo.ts';
import { useReceiptTitle } from './use-receipt-title.ts';
import { useUndo } from './use-undo.tsx';

/** Undoes what a receipt stands for; it is not there where that cannot be, or not by the one who is signed in. */
export function UndoButton({ receipt }: { receipt: Receipt }) {
  const [isUndoing, setUndoing] = useState(false);
  const mayUndo = useMayUndo();
  const title = useReceiptTitle(receipt);
  const undo = useUndo();
  const act = async () => {
    setUndoing(true);
    await undo(receipt.id);
    setUndoing(false);
  };
  const isUndoable = receipt.undoableUntil !== undefined && receipt.undoneBy === undefined;
  if (!isUndoable || !hasChanged(receipt) || !mayUndo(receipt)) return null;
  return (
    <Button
      className={buttons.quiet}
      aria-label={`Undo: ${title}`}
      disabled={isUndoing}
      focusableWhenDisabled
      onClick={act}
    >
      {isUndoing ? 'Undoing…' : 'Undo'}
    </Button>
  );
}
