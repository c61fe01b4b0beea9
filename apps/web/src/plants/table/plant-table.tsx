import type { PlantSort, StoredPlant } from '@plant-store/schema';
import { useCallback, useState } from 'react';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { labels } from '../new-plant-form.ts';
import styles from '../plant-table.module.css';
import { QueueRows } from '../queue-ui/queue-rows.tsx';
import { allPlants } from '../search/plant-search.ts';
import { countOf, nothing, type Selection } from '../selection/selection.ts';
import { texts as selectTexts } from '../selection/texts.ts';
import head from './column-head.module.css';
import { PlantRows, type PlantRowsProps } from './plant-rows.tsx';
import all from './select-all.module.css';
import { texts } from './texts.ts';

type PlantTableProps = Omit<PlantRowsProps, 'onView'> & {
  /** The number of all plants of the list; `undefined` if unknown. */
  total: number | undefined;
  sort: PlantSort;
  onSort: (sort: PlantSort) => void;
  onSelection: (selection: Selection) => void;
  isBusy: boolean;
};

/** Some browsers ignore the roles of table elements with another CSS display, so each role is explicit. */
export function PlantTable({ total, sort, onSort, onSelection, isBusy, ...rows }: PlantTableProps) {
  const { idChars, onView } = useIdChars(rows.plants, rows.address);
  return (
    <table
      role="table"
      className={styles.table}
      aria-label={texts.table}
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
          <ColumnHead column="id" sort={sort} onSort={onSort} />
          <ColumnHead column="name" sort={sort} onSort={onSort} />
          <th role="columnheader" scope="col" className={styles.tag}>
            {labels.tag}
          </th>
        </tr>
      </thead>
      <QueueRows />
      <PlantRows key={rows.address} {...rows} onView={onView} />
    </table>
  );
}

type ColumnHeadProps = { column: 'id' | 'name'; sort: PlantSort; onSort: (sort: PlantSort) => void };

/** The heading of a column. Clicks sort the list upwards, then downwards, then in the default order. */
function ColumnHead({ column, sort, onSort }: ColumnHeadProps) {
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const next = { none: column, ascending: `-${column}`, descending: allPlants.sort } as const;
  return (
    <th role="columnheader" scope="col" className={styles[column]} aria-sort={direction}>
      <button type="button" className={head.button} onClick={() => onSort(next[direction])}>
        {labels[column]}
        <span aria-hidden="true" className={head.arrow}>
          {{ none: '', ascending: '↑', descending: '↓' }[direction]}
        </span>
      </button>
    </th>
  );
}

type SelectAllProps = {
  selection: Selection;
  total: number | undefined;
  onChange: (selection: Selection) => void;
};

/** The checkbox that selects all matching plants, or none. A mixed state means that some are selected. */
function SelectAll({ selection, total, onChange }: SelectAllProps) {
  const isHydrated = useHydrated();
  const count = countOf(selection);
  const isAll = selection.kind === 'all' || (count > 0 && count === total);
  // Without JavaScript there are no bulk actions, so no checkbox is shown.
  if (!isHydrated) return null;
  return (
    <input
      type="checkbox"
      className={all.box}
      aria-label={selectTexts.selectAll}
      checked={isAll}
      // HTML has no attribute for the mixed state: only a script can set it.
      ref={(box) => {
        if (box) box.indeterminate = !isAll && count > 0;
      }}
      disabled={total === undefined}
      onChange={({ target }) => onChange(target.checked ? { kind: 'all', count: total ?? 0 } : nothing)}
    />
  );
}

/** The possible widths of the column of ids, in characters; `entry-and-list.module.css` has them. An EAN has 13 digits. */
const steps = { usual: 13, long: 20 };

const firstRows = 30;

/** The column grows with a longer id, and does not shrink before another list is shown, so that no column moves. */
function useIdChars(plants: readonly StoredPlant[], address: string) {
  const [longAt, setLongAt] = useState<string>();
  const onView = useCallback(
    (first: number, last: number) => {
      if (idCharsOf(plants.slice(first, last + 1)) === steps.long) setLongAt(address);
    },
    [plants, address],
  );
  const idChars = longAt === address ? steps.long : idCharsOf(plants.slice(0, firstRows));
  return { idChars, onView };
}

export const idCharsOf = (plants: readonly StoredPlant[]): number =>
  plants.some(({ id }) => String(id).length > steps.usual) ? steps.long : steps.usual;
