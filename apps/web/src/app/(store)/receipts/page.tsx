import type { Metadata } from 'next';
import { attempt } from '../../../api/attempt.ts';
import { ActivityList } from '../../../plants/activity/activity-list.tsx';
import { texts } from '../../../plants/activity/texts.ts';
import { requireSession } from '../../../session/session.ts';
import { PageTitle } from '../../../ui/layout/page-title.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function ActivityPage() {
  const { client } = await requireSession('/receipts');
  const activity = await attempt(() => client.activity.list.query({}));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <ActivityList first={activity} />
    </>
  );
}
