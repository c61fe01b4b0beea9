import { numberedTagsMax, type Statistics } from '@plant-store/schema';
import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { numberText } from '../../ui/text/number-text.ts';
import { addressOf, allPlants } from '../search/plant-search.ts';
import { mondayText } from '../search/weeks.ts';
import { RenameInRow } from './rename-in-row.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { lastWeeks, shareOf, type WeekCount } from './week-bars.ts';

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

const shownTags = 20;

function TagCounts({ statistics: { byTag, untagged } }: { statistics: Statistics }) {
  const counts = [...byTag.slice(0, shownTags), ...(untagged > 0 ? [{ tag: '', count: untagged }] : [])];
  const rows = counts.map(({ tag, count }) => ({
    key: tag,
    name: tag === '' ? texts.noTag : tag,
    count,
    address: addressOf({ ...allPlants, tag }),
    action: tag !== '' && <RenameInRow tag={tag} />,
  }));
  const others = byTag.length - shownTags;
  return (
    <CountTable id="by-tag" title={texts.byTag} of={texts.tag} rows={rows}>
      {others > 0 &&
        texts.moreTags(others, byTag.length < numberedTagsMax, (text) => <Link href="/">{text}</Link>)}
    </CountTable>
  );
}

function WeekCounts({ counts }: { counts: readonly WeekCount[] }) {
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
    <CountTable id="by-week" title={texts.byWeek} of={texts.week} rows={rows}>
      {highest && texts.most(highest.count, mondayText(highest.week))}
    </CountTable>
  );
}

type CountRow = { key: string; name: string; count: number; address: string; action?: ReactNode };

type CountTableProps = {
  id: string;
  title: string;
  of: string;
  rows: readonly CountRow[];
  /** A note below the table. */
  children: ReactNode;
};

/** A table of numbers of plants, each with a bar. The server renders the bars, so they need no script. */
function CountTable({ id, title, of, rows, children }: CountTableProps) {
  const longest = Math.max(...rows.map(({ count }) => count));
  const hasActions = rows.some(({ action }) => action);
  return (
    <section className={styles.chart}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <table className={styles.table} aria-labelledby={id}>
        <thead className={styles.head}>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">{texts.plants}</th>
            <th scope="col">{texts.share}</th>
            {hasActions && <th scope="col">{texts.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count, address, action }) => (
            <tr key={key} className={styles.row}>
              <td className={styles.name}>
                {count === 0 ? (
                  <span className={styles.none}>{name}</span>
                ) : (
                  <Link href={address}>
                    <Bdi text={name} />
                  </Link>
                )}
              </td>
              <td className={styles.count}>{numberText(count)}</td>
              <td className={styles.share}>
                <svg className={styles.track} aria-hidden="true">
                  <rect
                    className={styles.bar}
                    height="100%"
                    width={`${100 * shareOf(count, longest)}%`}
                    rx="3"
                  />
                </svg>
              </td>
              {hasActions && <td className={styles.action}>{action}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {children && <p className={styles.note}>{children}</p>}
    </section>
  );
}
