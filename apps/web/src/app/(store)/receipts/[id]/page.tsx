import { Int64Text } from '@plant-store/schema';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { attempt, isError } from '../../../../api/attempt.ts';
import { reason } from '../../../../api/reason.ts';
import { ReceiptPage } from '../../../../plants/activity/receipt-page.tsx';
import { receiptTitle } from '../../../../plants/activity/receipt-text.ts';
import { texts } from '../../../../plants/activity/texts.ts';
import { requireSession } from '../../../../session/session.ts';
import { NoticePage } from '../../../../ui/layout/notice.tsx';
import { attributeText } from '../../../../ui/text/isolated.ts';

export async function generateMetadata({ params }: PageProps<'/receipts/[id]'>): Promise<Metadata> {
  const receipt = await readReceipt((await params).id);
  return { title: receipt.value ? attributeText(receiptTitle(receipt.value)) : texts.title };
}

export default async function OneReceiptPage({ params }: PageProps<'/receipts/[id]'>) {
  const receipt = await readReceipt((await params).id);
  if (receipt.failure) return <NoticePage title={texts.page.failed}>{reason(receipt.failure)}</NoticePage>;
  return <ReceiptPage key={String(receipt.value.id)} first={receipt.value} />;
}

const readReceipt = cache(async (text: string) => {
  const { data: id } = Int64Text.safeParse(decodeURIComponent(text));
  const { client } = await requireSession(`/receipts/${text}`);
  if (id === undefined) notFound();
  const receipt = await attempt(() => client.receipts.get.query({ id }));
  if (receipt.failure && isError(receipt.failure, 'notFound')) notFound();
  return receipt;
});
