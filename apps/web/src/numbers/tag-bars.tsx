import type { Statistics } from '@plant-store/schema';
import Link from 'next/link';
import { numberText } from '../page/count-text.ts';
import { addressOf, allPlants } from '../search/plant-search.ts';
import styles from './bars.module.css';
import { texts } from './texts.ts';
import { shareOf } from './week-bars.ts';

const shownTags = 8;
/** The statistics have no more tags than these. */
const countedTags = 100;

/** How many plants have each of the commonest tags; a bar leads to them. */
export function TagBars({ statistics: { byTag, untagged } }: { statistics: Statistics }) {
  const bars = [...byTag.slice(0, shownTags), ...(untagged > 0 ? [{ tag: '', count: untagged }] : [])];
  const others = byTag.length - shownTags;
  const longest = Math.max(...bars.map(({ count }) => count));
  return (
    <section className={styles.chart} aria-labelledby="by-tag">
      <h2 id="by-tag" className={styles.title}>
        {texts.byTag}
      </h2>
      <ul className={styles.rows} aria-labelledby="by-tag">
        {bars.map(({ tag, count }) => (
          <li key={tag}>
            <Link href={addressOf({ ...allPlants, tag })} prefetch={false} className={styles.row}>
              <span className={styles.label}>{texts.tagName(tag)}</span>
              <Bar share={shareOf(count, longest)} />{' '}
              <span className={styles.count}>{numberText(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {others > 0 && <p className={styles.note}>{texts.otherTags(others, byTag.length === countedTags)}</p>}
    </section>
  );
}

/** Drawn, as a style in the markup of the server is against the page's policy. */
const Bar = ({ share }: { share: number }) => (
  <svg className={styles.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width={100 * share} height="1" className={styles.bar} />
  </svg>
);
