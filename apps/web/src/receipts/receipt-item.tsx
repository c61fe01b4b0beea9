import { Button } from '@base-ui/react/button';
import type { Receipt } from '@plant-store/schema';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import { receiptCounts, receiptTitle } from './receipt-text.ts';

type ReceiptItemProps = {
  receipt: Receipt;
  /** `undefined` for somebody who may not. */
  onUndo: (() => Promise<unknown>) | undefined;
};

/** What an import or a bulk action did, by whom and when, and the way to undo it. */
export function ReceiptItem({ receipt, onUndo }: ReceiptItemProps) {
  const [isUndoing, setUndoing] = useState(false);
  const act = async () => {
    setUndoing(true);
    await onUndo?.();
    setUndoing(false);
  };
  const title = receiptTitle(receipt);
  return (
    <li className={rows.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <bdi>{title}</bdi>
        </p>
        <p className={rows.note}>{receiptCounts(receipt)}</p>
        <p className={rows.note}>
          {receipt.by && <bdi>{receipt.by.name}</bdi>} <When at={receipt.at} />
          {receipt.undoneBy !== undefined && ', undone since'}
        </p>
      </div>
      {onUndo && receipt.undoableUntil !== undefined && receipt.undoneBy === undefined && (
        <Button
          className={buttons.quiet}
          aria-label={`Undo: ${title}`}
          disabled={isUndoing}
          focusableWhenDisabled
          onClick={act}
        >
          {isUndoing ? 'Undoing…' : 'Undo'}
        </Button>
      )}
    </li>
  );
}
