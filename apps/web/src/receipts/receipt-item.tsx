import type { Receipt } from '@plant-store/schema';
import Link from 'next/link';
import { Bdi } from '../page/bdi.tsx';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import { receiptCounts } from './receipt-text.ts';
import { UndoButton } from './undo-button.tsx';
import { useReceiptTitle } from './use-receipt-title.ts';

/** What an import or a bulk action did, by whom and when, and the way to undo it. */
export const ReceiptItem = ({ receipt }: { receipt: Receipt }) => (
  <li className={rows.item}>
    <div className={rows.what}>
      <p className={rows.name}>
        <Link href={`/receipts/${receipt.id}`} prefetch={false} className={rows.link}>
          <Bdi text={useReceiptTitle(receipt)} />
        </Link>
      </p>
      <p className={rows.note}>{receiptCounts(receipt)}</p>
      <p className={rows.note}>
        {receipt.by && (
          <>
            <Bdi text={receipt.by.name} />,{' '}
          </>
        )}
        <When at={receipt.at} />
        {receipt.undoneBy !== undefined && '; undone since'}
      </p>
    </div>
    <UndoButton receipt={receipt} />
  </li>
);
