import type { Metadata } from 'next';
import { attempt } from '../../../api/attempt.ts';
import { ReceiptList } from '../../../plants/activity/receipt-list.tsx';
import { receiptPageLength } from '../../../plants/activity/receipt-queries.ts';
import { texts } from '../../../plants/activity/texts.ts';
import { requireSession } from '../../../session/session.ts';
import { SheetPage } from '../../../ui/layout/sheet-page.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function ReceiptsPage() {
  const { client } = await requireSession('/receipts');
  const receipts = await attempt(() => client.receipts.list.query({ limit: receiptPageLength }));
  return (
    <SheetPage title={texts.title}>
      <ReceiptList first={receipts.value} failure={receipts.failure} />
    </SheetPage>
  );
}
