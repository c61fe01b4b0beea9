import type { Statistics } from '@plant-store/schema';
import { Notice } from '../page/notice.tsx';
import styles from './statistics-page.module.css';
import { TagBars } from './tag-bars.tsx';
import { texts } from './texts.ts';
import { WeekColumns } from './week-columns.tsx';

/** The store in numbers, by tag and by week; each bar leads to its plants. */
export function StatisticsPage({ statistics }: { statistics: Statistics }) {
  if (statistics.byWeek.length === 0) return <Notice title={texts.none}>{texts.noneHint}</Notice>;
  return (
    <>
      <p className={styles.lead}>{texts.lead}</p>
      <div className={styles.charts}>
        <TagBars statistics={statistics} />
        <WeekColumns counts={statistics.byWeek} />
      </div>
    </>
  );
}
