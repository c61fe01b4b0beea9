import type { Statistics } from '@plant-store/schema';
import styles from './statistics.module.css';
import { TagCounts } from './tag-counts.tsx';
import { texts } from './texts.ts';
import { WeekCounts } from './week-counts.tsx';

export const StatisticsPage = ({ statistics }: { statistics: Statistics }) => (
  <>
    <p className={styles.total}>{statistics.total === 0 ? texts.none : texts.total(statistics.total)}</p>
    {statistics.total > 0 && (
      <div className={styles.charts}>
        <TagCounts statistics={statistics} />
        <WeekCounts counts={statistics.byWeek} />
      </div>
    )}
  </>
);
