import type { StoredPlant } from '@plant-store/schema';
import Link from 'next/link';
import { memo } from 'react';
import styles from './plant-table.module.css';

type PlantRowProps = {
  plant: StoredPlant;
  /** Its place in the list, from 0. */
  index: number;
  isFresh: boolean;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** One row; drawn again only if it changes, since many pass by. */
export const PlantRow = memo(function PlantRow({ plant, index, isFresh, measure }: PlantRowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see PlantTable
    <tr
      role="row"
      ref={measure}
      className={styles.row}
      data-index={index}
      data-fresh={isFresh || undefined}
      aria-rowindex={index + 2}
    >
      <td role="cell" className={styles.id}>
        {String(plant.id)}
      </td>
      <td role="cell" className={styles.name}>
        <Link href={`/plants/${plant.id}`} prefetch={false} className={styles.link} data-cell="name">
          <bdi>{plant.name}</bdi>
        </Link>
      </td>
      <td role="cell" className={styles.tag}>
        <bdi>{plant.tag}</bdi>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see PlantTable
  );
});
