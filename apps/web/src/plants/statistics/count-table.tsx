import Link from 'next/link';
import { Bdi } from '../../ui/text/bdi.tsx';
import { numberText } from '../../ui/text/number-text.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { shareOf } from './week-bars.ts';

type CountRow = { key: string; name: string; count: number; address: string };

type CountTableProps = {
  labelledBy: string;
  of: string;
  rows: readonly CountRow[];
};

/** A table of numbers of plants, each with a bar. The server renders the bars, so they need no script. */
export function CountTable({ labelledBy, of, rows }: CountTableProps) {
  const longest = Math.max(...rows.map(({ count }) => count));
  return (
    <table className={styles.table} aria-labelledby={labelledBy}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{texts.plants}</th>
          <th scope="col">{texts.share}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, address }) => (
          <tr key={key} className={styles.row}>
            <td className={styles.name}>
              {count === 0 ? (
                <span className={styles.none}>{name}</span>
              ) : (
                <Link href={address} prefetch={false}>
                  <Bdi text={name} />
                </Link>
              )}
            </td>
            <td className={styles.count}>{numberText(count)}</td>
            <td className={styles.share}>
              <svg className={styles.track} aria-hidden="true" focusable="false">
                <rect
                  className={styles.bar}
                  height="100%"
                  width={`${100 * shareOf(count, longest)}%`}
                  rx="3"
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
