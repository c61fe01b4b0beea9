import Link from 'next/link';
import { addressOf, allPlants } from '../search/plant-search.ts';
import { mondayText } from '../search/weeks.ts';
import styles from './bars.module.css';
import { texts } from './texts.ts';
import { lastWeeks, shareOf, type WeekCount } from './week-bars.ts';

/** How many plants were added in each week of the last half year; a column leads to them. */
export function WeekColumns({ counts }: { counts: readonly WeekCount[] }) {
  const weeks = lastWeeks(counts);
  const most = Math.max(...weeks.map(({ count }) => count));
  const highest = weeks.find(({ count }) => count === most);
  const [first] = weeks;
  const last = weeks.at(-1);
  return (
    <section className={styles.chart} aria-labelledby="by-week">
      <h2 id="by-week" className={styles.title}>
        {texts.byWeek}
      </h2>
      <ul className={styles.columns} aria-labelledby="by-week">
        {weeks.map(({ week, count }) => (
          <li key={week} className={styles.column}>
            <Link
              href={addressOf({ ...allPlants, week })}
              prefetch={false}
              aria-label={texts.weekName(mondayText(week), count)}
              title={texts.weekName(mondayText(week), count)}
              className={styles.columnLink}
            >
              <Column share={shareOf(count, most)} />
            </Link>
          </li>
        ))}
      </ul>
      {first && last && (
        <p className={styles.ends}>
          <span>{mondayText(first.week)}</span>
          {weeks.length > 1 && <span>{mondayText(last.week)}</span>}
        </p>
      )}
      {highest && <p className={styles.note}>{texts.most(highest.count, mondayText(highest.week))}</p>}
    </section>
  );
}

const Column = ({ share }: { share: number }) => (
  <svg className={styles.columnBar} viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">
    <rect y={100 - 100 * share} width="1" height={100 * share} className={styles.bar} />
  </svg>
);
