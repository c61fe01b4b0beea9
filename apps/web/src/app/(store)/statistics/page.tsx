import type { Metadata } from 'next';
import { attempt } from '../../../api/attempt.ts';
import { ListFailure } from '../../../lists/list-failure.tsx';
import { StatisticsPage } from '../../../plants/statistics/statistics-page.tsx';
import { texts } from '../../../plants/statistics/texts.ts';
import { requireSession } from '../../../session/session.ts';
import { PageTitle } from '../../../ui/layout/page-title.tsx';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client } = await requireSession('/statistics');
  const outcome = await attempt(() => client.statistics.get.query({}));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      {outcome.value ? (
        <StatisticsPage statistics={outcome.value} />
      ) : (
        <ListFailure what={texts.title} failure={outcome.failure} />
      )}
    </>
  );
}
