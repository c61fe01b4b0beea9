import { numberedTagsMax, type Statistics } from '@plant-store/schema';
import Link from 'next/link';
import { addressOf, allPlants } from '../search/plant-search.ts';
import { CountTable } from './count-table.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

const shownTags = 20;

export function TagCounts({ statistics: { byTag, untagged } }: { statistics: Statistics }) {
  const counts = [...byTag.slice(0, shownTags), ...(untagged > 0 ? [{ tag: '', count: untagged }] : [])];
  const rows = counts.map(({ tag, count }) => ({
    key: tag,
    name: tag === '' ? texts.noTag : tag,
    count,
    address: addressOf({ ...allPlants, tag }),
  }));
  const others = byTag.length - shownTags;
  return (
    <section className={styles.chart}>
      <h2 id="by-tag" className={styles.title}>
        {texts.byTag}
      </h2>
      <CountTable labelledBy="by-tag" of={texts.tag} rows={rows} />
      {others > 0 && (
        <p className={styles.note}>
          {texts.moreTags(others, byTag.length < numberedTagsMax, (text) => (
            <Link href="/" prefetch={false}>
              {text}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}
