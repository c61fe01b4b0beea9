import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { PageTitle } from '../../../page/page-title.tsx';
import { ReceiptList } from '../../../receipts/receipt-list.tsx';
import { receiptPageLength } from '../../../receipts/receipt-queries.ts';
import { texts } from '../../../receipts/texts.ts';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';

export const metadata: Metadata = { title: texts.title };

export default async function ReceiptsPage() {
  const { client } = await requireSession('/receipts');
  const receipts = await attempt(() => client.receipts.list.query({ limit: receiptPageLength }, inTime()));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className={main.sheet}>
        <ReceiptList
          first={'value' in receipts ? receipts.value : undefined}
          failure={'failure' in receipts ? receipts.failure : undefined}
        />
      </div>
    </>
  );
}
