import { isInRanges, matchesIn, type StoredPlant, searchedIds, searchedNumber } from '@plant-store/schema';
import { memo, type ReactNode } from 'react';
import chip from '../../ui/buttons/chip.module.css';
import { Link } from '../../ui/link.tsx';
import { attributeText } from '../../ui/text/isolated.ts';
import styles from '../plant-table.module.css';
import { tagHue } from '../tag-hue.ts';
import { texts } from './texts.ts';

type PlantRowProps = {
  plant: StoredPlant;
  /** The position in the list, from 0. */
  index: number;
  isFresh: boolean;
  q: string;
  isSelected: boolean;
  /** Called with the position of the row, its new state, and true for a range from the row selected last. */
  onSelect: (index: number, isOn: boolean, isRange: boolean) => void;
  onTag: (tag: string) => void;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  /** The cells of name and tag while they are edited. */
  editor: ReactNode;
};

/** A row of the table. It renders only after a change, because scrolling shows many rows. */
export const PlantRow = memo(function PlantRow({
  plant,
  index,
  isFresh,
  q,
  isSelected,
  onSelect,
  onTag,
  measure,
  editor,
}: PlantRowProps) {
  return (
    <tr
      role="row"
      ref={measure}
      className={styles.row}
      data-index={index}
      data-plant={String(plant.id)}
      data-fresh={isFresh || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
    >
      <td role="cell" className={styles.select}>
        {/* An HTML checkbox, because the library's checkbox is too slow for the many rows that scrolling shows. */}
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(index, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            aria-label={texts.select(plant.name)}
            translate="no"
            data-cell="select"
          />
        </label>
      </td>
      <td role="cell" translate="no" className={styles.id}>
        <MarkedId id={plant.id} q={q} />
      </td>
      {editor ?? <TextCells plant={plant} q={q} onTag={onTag} />}
    </tr>
  );
});

const TextCells = ({ plant, q, onTag }: Pick<PlantRowProps, 'plant' | 'q' | 'onTag'>) => (
  <>
    <td role="cell" className={styles.name}>
      <Link href={`/plants/${plant.id}`} className={styles.link} data-cell="name">
        <bdi translate="no">
          <Marked text={plant.name} q={q} />
        </bdi>
      </Link>
    </td>
    <td role="cell" className={styles.tag} data-field="tag">
      {plant.tag !== undefined && <TagButton tag={plant.tag} q={q} onTag={onTag} />}
    </td>
  </>
);

/** Tab skips the chips of the rows: keyboard users have the tag filter above the list. */
const TagButton = ({ tag, q, onTag }: { tag: string; q: string; onTag: (tag: string) => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={chip.chip}
    data-hue={tagHue(tag)}
    title={attributeText(texts.tagged(tag))}
    translate="no"
    onClick={() => onTag(tag)}
  >
    <bdi>
      <Marked text={tag} q={q} />
    </bdi>
  </button>
);

function Marked({ text, q }: { text: string; q: string }) {
  if (q === '') return text;
  const parts: (string | { found: string })[] = [];
  let at = 0;
  for (const [start, end] of matchesIn(text, q)) {
    parts.push(text.slice(at, start), { found: text.slice(start, end) });
    at = end;
  }
  parts.push(text.slice(at));
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key than their position
      <mark key={index}>{part.found}</mark>
    ),
  );
}

/** An id. If it begins with the searched digits, these are marked. */
function MarkedId({ id, q }: { id: bigint; q: string }) {
  const text = String(id);
  if (!isInRanges(id, searchedIds(q))) return text;
  const { length } = String(searchedNumber(q));
  return (
    <>
      <mark>{text.slice(0, length)}</mark>
      {text.slice(length)}
    </>
  );
}
