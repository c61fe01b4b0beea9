import type { Metadata } from 'next';
import { attempt } from '../../../api/attempt.ts';
import { ReceiptList } from '../../../plants/activity/receipt-list.tsx';
import { receiptPageLength } from '../../../plants/activity/receipt-queries.ts';
import { texts } from '../../../plants/activity/texts.ts';
import { requireSession } from '../../../session/session.ts';
import main from '../../../ui/layout/main.module.css';
import { PageTitle } from '../../../ui/layout/page-title.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function ReceiptsPage() {
  const { client } = await requireSession('/receipts');
  const receipts = await attempt(() => client.receipts.list.query({ limit: receiptPageLength }));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className={main.sheet}>
        <ReceiptList first={receipts.value} failure={receipts.failure} />
      </div>
    </>
  );
}
