import type { NewPlant } from '@plant-store/schema';
import { Bdi } from '../page/bdi.tsx';
import styles from './import-preview.module.css';

/** The first plants of a file as they would be stored, so that a wrong column is seen at once. */
export function ImportPreview({ plants }: { plants: readonly NewPlant[] }) {
  if (plants.length === 0) return null;
  return (
    <table className={styles.preview}>
      <caption>The first rows, as they would be stored</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.id}>
            Id
          </th>
          <th scope="col">Name</th>
          <th scope="col">Tag</th>
        </tr>
      </thead>
      <tbody>
        {plants.map(({ id, name, tag }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may have a row twice
          <tr key={index}>
            <td className={styles.id}>{String(id)}</td>
            <td>
              <Bdi text={name} />
            </td>
            <td>
              <Bdi text={tag ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
