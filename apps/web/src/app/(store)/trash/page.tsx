import type { Metadata } from 'next';
import { attempt } from '../../../api/attempt.ts';
import { texts } from '../../../plants/trash/texts.ts';
import { TrashList } from '../../../plants/trash/trash-list.tsx';
import { requireSession } from '../../../session/session.ts';
import { PageTitle } from '../../../ui/layout/page-title.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function TrashPage() {
  const { client } = await requireSession('/trash');
  const trash = await attempt(() => client.trash.list.query({}));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <TrashList first={trash} />
    </>
  );
}
