import type { PlantSort } from '@plant-store/schema';
import styles from '../plant-table.module.css';
import { QueueRows } from '../queue-ui/queue-rows.tsx';
import { SelectAll } from '../selection/select-all.tsx';
import type { Selection } from '../selection/selection.ts';
import { ColumnHead } from './column-head.tsx';
import { PlantRows, type PlantRowsProps } from './plant-rows.tsx';
import { texts } from './texts.ts';
import { useIdWidth } from './use-id-width.ts';

export type PlantTableProps = Omit<PlantRowsProps, 'onView'> & {
  /** The number of all plants of the list; `undefined` if unknown. */
  total: number | undefined;
  sort: PlantSort;
  onSort: (sort: PlantSort) => void;
  onSelection: (selection: Selection) => void;
  isBusy: boolean;
};

/** Some browsers ignore the roles of table elements with another CSS display, so each role is explicit. */
export function PlantTable({ total, sort, onSort, onSelection, isBusy, ...rows }: PlantTableProps) {
  const { idChars, onView } = useIdWidth(rows.plants, rows.address);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table
      role="table"
      className={styles.table}
      aria-label={texts.name}
      data-id-chars={idChars}
      aria-busy={isBusy}
      // The heading counts as a row; -1 means an unknown number (WAI-ARIA 1.2).
      aria-rowcount={total === undefined ? -1 : total + 1}
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row" className={styles.columns} aria-rowindex={1}>
          <th role="columnheader" scope="col" className={styles.select}>
            <SelectAll selection={rows.selection} total={total} onChange={onSelection} />
          </th>
          <ColumnHead column="id" sort={sort} onSort={onSort} className={styles.id}>
            {texts.id}
          </ColumnHead>
          <ColumnHead column="name" sort={sort} onSort={onSort} className={styles.name}>
            {texts.plantName}
          </ColumnHead>
          <th role="columnheader" scope="col" className={styles.tag}>
            {texts.tag}
          </th>
        </tr>
      </thead>
      <QueueRows />
      <PlantRows key={rows.address} {...rows} onView={onView} />
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
