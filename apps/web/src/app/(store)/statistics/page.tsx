import type { Metadata } from 'next';
import main from '../../../page/main.module.css';
import { PageTitle } from '../../../page/page-title.tsx';
import { ReadFailure } from '../../../page/read-failure.tsx';
import { requireSession } from '../../../session/session.ts';
import { StatisticsPage } from '../../../statistics/statistics-page.tsx';
import { texts } from '../../../statistics/texts.tsx';
import { attempt } from '../../../store/attempt.ts';
import { inTime } from '../../../store/server-client.ts';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client } = await requireSession('/statistics');
  const outcome = await attempt(() => client.statistics.get.query({}, inTime()));
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      {'value' in outcome ? (
        <StatisticsPage statistics={outcome.value} />
      ) : (
        <div className={main.sheet}>
          <ReadFailure what={texts.what} failure={outcome.failure} />
        </div>
      )}
    </>
  );
}
