import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { numberText } from '../../ui/text/number-text.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';
import { shareOf } from './week-bars.ts';

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
export function CountTable({ id, title, of, rows, children }: CountTableProps) {
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
                <svg className={styles.track} aria-hidden="true" focusable="false">
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
