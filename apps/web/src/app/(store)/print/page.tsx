import type { Metadata } from 'next';
import { PrintPage } from '../../../plants/paper/printed-list.tsx';
import { texts } from '../../../plants/paper/texts.ts';
import { requireSession } from '../../../session/session.ts';

export const metadata: Metadata = { title: texts.printTitle };

export default async function Page({ searchParams }: PageProps<'/print'>) {
  await requireSession(`/print?${new URLSearchParams((await searchParams) as Record<string, string>)}`);
  return <PrintPage />;
}
