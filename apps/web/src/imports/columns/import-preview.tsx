import { type ImportError, plantFields } from '@plant-store/schema';
import { labels } from '../../plants/new-plant-form.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import type { PreviewRow } from '../file/preview-row.ts';
import { texts } from '../texts.tsx';
import styles from './import-preview.module.css';

type ImportPreviewProps = {
  rows: readonly PreviewRow[];
  /** Errors that only the store finds, such as a taken id. */
  refused?: readonly ImportError[];
};

/** Shows a wrong column or a refused row before anything is stored. */
export function ImportPreview({ rows, refused = [] }: ImportPreviewProps) {
  if (rows.length === 0) return null;
  const isRefused = ({ row, isRefused }: PreviewRow) => isRefused || refused.some((one) => one.row === row);
  return (
    <table className={styles.preview}>
      <caption>{texts.preview.caption}</caption>
      <thead>
        <tr>
          {plantFields.map((field) => (
            <th key={field} scope="col" className={styles[field]}>
              {labels[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.row} className={isRefused(one) ? styles.refused : undefined}>
            {plantFields.map((field) => (
              <td key={field} className={styles[field]}>
                <Bdi text={one[field]} />
                {field === 'name' && isRefused(one) && <span>{texts.preview.refused}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
