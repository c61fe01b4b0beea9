import type { Metadata } from 'next';
import { StatisticsPage } from '../../../numbers/statistics-page.tsx';
import { texts } from '../../../numbers/texts.ts';
import { Notice } from '../../../page/notice.tsx';
import { requireSession } from '../../../session/session.ts';
import { attempt } from '../../../store/attempt.ts';
import { reason } from '../../../store/reason.ts';
import { inTime } from '../../../store/server-client.ts';

export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { client } = await requireSession('/statistics');
  const outcome = await attempt(() => client.statistics.get.query({}, inTime()));
  return (
    <>
      <h1>{texts.title}</h1>
      {'value' in outcome ? (
        <StatisticsPage statistics={outcome.value} />
      ) : (
        <Notice title={texts.failed}>{reason(outcome.failure)}</Notice>
      )}
    </>
  );
}
