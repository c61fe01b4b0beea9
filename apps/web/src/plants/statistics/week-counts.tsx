import { addressOf, allPlants } from '../search/plant-search.ts';
import { mondayText } from '../search/weeks.ts';
import { CountTable } from './count-table.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { lastWeeks, type WeekCount } from './week-bars.ts';

export function WeekCounts({ counts }: { counts: readonly WeekCount[] }) {
  const weeks = lastWeeks(counts).reverse();
  const longest = Math.max(...weeks.map(({ count }) => count));
  const highest = weeks.find(({ count }) => count === longest);
  const rows = weeks.map(({ week, count }) => ({
    key: week,
    name: mondayText(week),
    count,
    address: addressOf({ ...allPlants, week }),
  }));
  return (
    <section className={styles.chart}>
      <h2 id="by-week" className={styles.title}>
        {texts.byWeek}
      </h2>
      <CountTable labelledBy="by-week" of={texts.week} rows={rows} />
      {highest && <p className={styles.note}>{texts.most(highest.count, mondayText(highest.week))}</p>}
    </section>
  );
}
