import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { numberText } from '../page/count-text.ts';
import { mondayText } from '../search/weeks.ts';
import styles from './bars.module.css';
import { lastWeeks, shareOf, type WeekCount } from './week-bars.ts';

type WeekColumnsProps = {
  counts: readonly WeekCount[];
  /** The week that the list is narrowed to. */
  week: string | undefined;
  onChange: (week: string | undefined) => void;
};

/** How many plants were added in each week of the last half year; one of them narrows the list to it. */
export function WeekColumns({ counts, week, onChange }: WeekColumnsProps) {
  const weeks = lastWeeks(counts);
  const longest = Math.max(...weeks.map(({ count }) => count));
  const highest = weeks.find(({ count }) => count === longest);
  const [first] = weeks;
  const last = weeks.at(-1);
  return (
    <section className={styles.chart} aria-labelledby="by-week">
      <h3 id="by-week" className={styles.title}>
        Added per week
      </h3>
      <ToggleGroup
        className={styles.columns}
        aria-labelledby="by-week"
        value={week === undefined ? [] : [week]}
        onValueChange={([chosen]) => onChange(chosen)}
      >
        {weeks.map((one) => (
          <Toggle
            key={one.week}
            value={one.week}
            className={styles.column}
            aria-label={`Week of ${mondayText(one.week)}: ${numberText(one.count)}`}
            title={`Week of ${mondayText(one.week)}: ${numberText(one.count)}`}
          >
            <span className={styles.bar} style={{ blockSize: `${100 * shareOf(one.count, longest)}%` }} />
          </Toggle>
        ))}
      </ToggleGroup>
      {first && last && (
        <p className={styles.ends}>
          <span>{mondayText(first.week)}</span>
          {weeks.length > 1 && <span>{mondayText(last.week)}</span>}
        </p>
      )}
      {highest && (
        <p className={styles.note}>
          The highest column: {numberText(highest.count)} in the week of {mondayText(highest.week)}
        </p>
      )}
    </section>
  );
}
