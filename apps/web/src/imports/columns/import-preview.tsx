import type { ImportError } from '@plant-store/schema';
import { Bdi } from '../../ui/text/bdi.tsx';
import type { PreviewRow } from '../file/preview-row.ts';
import { texts } from '../texts.tsx';
import styles from './import-preview.module.css';

type ImportPreviewProps = {
  rows: readonly PreviewRow[];
  /** Errors that only the store finds, such as a taken id. */
  refused?: readonly ImportError[];
};

const { headers } = texts.preview;

/** The first rows of a file as they would be stored. A wrong column or a refused row is visible at once. */
export function ImportPreview({ rows, refused = [] }: ImportPreviewProps) {
  if (rows.length === 0) return null;
  const isRefused = ({ row, isRefused }: PreviewRow) => isRefused || refused.some((one) => one.row === row);
  const hasRefused = rows.some(isRefused);
  return (
    <table className={styles.preview}>
      <caption>{texts.preview.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.id}>
            {headers.id}
          </th>
          <th scope="col">{headers.name}</th>
          <th scope="col">{headers.tag}</th>
          {hasRefused && <th scope="col">{headers.problem}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.row} className={isRefused(one) ? styles.refused : undefined}>
            <td className={styles.id}>
              <Bdi text={one.id} />
            </td>
            <td>
              <Bdi text={one.name} />
            </td>
            <td>
              <Bdi text={one.tag} />
            </td>
            {hasRefused && <td>{isRefused(one) && texts.preview.refused}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
