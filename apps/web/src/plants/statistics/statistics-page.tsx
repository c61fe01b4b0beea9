import { numberedTagsMax, type Statistics } from '@plant-store/schema';
import { Link } from '../../ui/link.tsx';
import { addressOf, allPlants } from '../search/plant-search.ts';
import { mondayText } from '../search/weeks.ts';
import { CountTable } from './count-table.tsx';
import { RenameInRow } from './rename-in-row.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { lastWeeks, type WeekCount } from './week-bars.ts';

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
