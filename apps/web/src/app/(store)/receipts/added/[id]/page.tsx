import { Int64Text } from '@plant-store/schema';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { attempt, isError } from '../../../../../api/attempt.ts';
import { reason } from '../../../../../api/reason.ts';
import { ReceiptPage } from '../../../../../plants/activity/receipt-page.tsx';
import { pageOfAdded } from '../../../../../plants/activity/receipt-queries.ts';
import { receiptTitle } from '../../../../../plants/activity/receipt-text.ts';
import { texts } from '../../../../../plants/activity/texts.ts';
import { requireSession } from '../../../../../session/session.ts';
import { NoticePage } from '../../../../../ui/layout/notice.tsx';

export async function generateMetadata({ params }: PageProps<'/receipts/added/[id]'>): Promise<Metadata> {
  const additions = await readAdditions((await params).id);
  return { title: additions.value ? receiptTitle(additions.value, { isHere: false }) : texts.title };
}

export default async function OneAdditionsPage({ params }: PageProps<'/receipts/added/[id]'>) {
  const additions = await readAdditions((await params).id);
  if (additions.failure)
    return <NoticePage title={texts.page.failed}>{reason(additions.failure)}</NoticePage>;
  const { client } = await requireSession('/receipts');
  const { id } = additions.value;
  const plants = await attempt(() => client.activity.listPlants.query({ id }));
  return (
    <ReceiptPage
      key={String(id)}
      first={additions.value}
      plants={{ firstPlants: plants.value && pageOfAdded(plants.value), failure: plants.failure }}
    />
  );
}

const readAdditions = cache(async (text: string) => {
  const { data: id } = Int64Text.safeParse(decodeURIComponent(text));
  const { client } = await requireSession(`/receipts/added/${text}`);
  if (id === undefined) notFound();
  const additions = await attempt(() => client.activity.getAdditions.query({ id }));
  if (additions.failure && isError(additions.failure, 'notFound')) notFound();
  return additions;
});
