import type { StoredPlant } from '@plant-store/schema';
import Link from 'next/link';
import { memo } from 'react';
import chip from '../../ui/buttons/chip.module.css';
import styles from '../plant-table.module.css';
import { Marked, MarkedId } from './marked.tsx';
import { texts } from './texts.ts';

type PlantRowProps = {
  plant: StoredPlant;
  /** The index in the list, from 0. */
  index: number;
  isFresh: boolean;
  /** The search text, which is marked. */
  q: string;
  isSelected: boolean;
  /** Called with the place of the row, its new state, and true for a range that begins at the row selected last. */
  onSelect: (index: number, isOn: boolean, isRange: boolean) => void;
  /** Shows the plants with a tag. */
  onTag: (tag: string) => void;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** One row. It renders again only after a change, since many rows pass by. */
export const PlantRow = memo(function PlantRow({
  plant,
  index,
  isFresh,
  q,
  isSelected,
  onSelect,
  onTag,
  measure,
}: PlantRowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see PlantTable
    <tr
      role="row"
      ref={measure}
      className={styles.row}
      data-index={index}
      data-fresh={isFresh || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
    >
      <td role="cell" className={styles.select}>
        {/* Not a widget of the library's, which for each of many rows in a second would cost too much. */}
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(index, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            aria-label={texts.select(plant.name)}
            data-cell="select"
          />
        </label>
      </td>
      <td role="cell" className={styles.id}>
        <MarkedId id={plant.id} q={q} />
      </td>
      <td role="cell" className={styles.name}>
        <Link href={`/plants/${plant.id}`} prefetch={false} className={styles.link} data-cell="name">
          <bdi>
            <Marked text={plant.name} q={q} />
          </bdi>
        </Link>
      </td>
      <td role="cell" className={styles.tag}>
        {plant.tag !== undefined && <TagChip tag={plant.tag} q={q} onTag={onTag} />}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see PlantTable
  );
});

/** Tab does not stop at the chip of each row: the filter by tag above the list serves the keyboard. */
const TagChip = ({ tag, q, onTag }: { tag: string; q: string; onTag: (tag: string) => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={chip.chip}
    title={texts.tagged(tag)}
    onClick={() => onTag(tag)}
  >
    <bdi>
      <Marked text={tag} q={q} />
    </bdi>
  </button>
);
