import type { PlantSort } from '@plant-store/schema';
import type { ReactNode } from 'react';
import { allPlants } from '../search/plant-search.ts';
import styles from './column-head.module.css';

type ColumnHeadProps = {
  column: 'id' | 'name';
  sort: PlantSort;
  onSort: (sort: PlantSort) => void;
  className: string | undefined;
  children: ReactNode;
};

/** The heading of a column. Clicks sort the list upwards, then downwards, then in the default order. */
export function ColumnHead({ column, sort, onSort, className, children }: ColumnHeadProps) {
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const next = { none: column, ascending: `-${column}`, descending: allPlants.sort } as const;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see PlantTable
    <th role="columnheader" scope="col" className={className} aria-sort={direction}>
      <button type="button" className={styles.button} onClick={() => onSort(next[direction])}>
        {children}
        <span aria-hidden="true" className={styles.arrow}>
          {{ none: '', ascending: '↑', descending: '↓' }[direction]}
        </span>
      </button>
    </th>
  );
}
