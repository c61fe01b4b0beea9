import type { Metadata } from 'next';
import { LabelsPage } from '../../../plants/paper/labels/labels-page.tsx';
import { texts } from '../../../plants/paper/texts.ts';
import { requireSession } from '../../../session/session.ts';

export const metadata: Metadata = { title: texts.labelsTitle };

export default async function Page({ searchParams }: PageProps<'/labels'>) {
  await requireSession(`/labels?${new URLSearchParams((await searchParams) as Record<string, string>)}`);
  return <LabelsPage />;
}
