import type { StoredPlant } from '@plant-store/schema';
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { restoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { moveBetweenRows } from '../../ui/tables/row-keys.ts';
import styles from '../plant-table.module.css';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import { useRowEdit } from '../row-edit/use-row-edit.tsx';
import { usePlantSearch } from '../search/use-plant-search.ts';
import { isSelected, type Selection } from '../selection/selection.ts';
import { PlantRow } from './plant-row.tsx';
import { rowParts } from './row-parts.ts';
import { useRowWindow } from './use-row-window.ts';

export type PlantRowsProps = {
  plants: readonly StoredPlant[];
  /** The address of the list, under which the scroll position is kept. */
  address: string;
  q: string;
  selection: Selection;
  onSelect: (index: number, isOn: boolean, isRange: boolean) => void;
  /** Called with the position of the last row near the screen. */
  onReach: (index: number) => void;
  /** Called with the positions of the first and the last row near the screen. */
  onView: (first: number, last: number) => void;
};

/** Loaded with the first focus in the rows: who deletes has selected a row before. */
let moveRows: typeof import('./row-motion.ts').moveRows | undefined;
const loadMotion = async () => {
  moveRows ??= (await import('./row-motion.ts')).moveRows;
};

/** The rows near the screen; without JavaScript, all rows. */
export function PlantRows({ plants, address, q, selection, onSelect, onReach, onView }: PlantRowsProps) {
  const { fresh } = useQueue();
  const { change } = usePlantSearch();
  const showTag = useCallback((tag: string) => change({ tag }), [change]);
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, heightPx, measure, keepFocused } = useRowWindow(plants, body, address);
  const shown = useRef(plants);
  const first = rows?.[0]?.index;
  const last = rows?.at(-1)?.index;
  useEffect(() => {
    if (last !== undefined) onReach(last);
  }, [last, onReach]);
  useLayoutEffect(() => {
    if (first !== undefined && last !== undefined) onView(first, last);
  }, [first, last, onView]);
  const { editorOf, onKeyDown: editByKey, ...clicks } = useRowEdit(plants);
  const hasFocus = useRef(false);
  const focused = useRef<bigint>(undefined);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = plants;
    if (before === plants || !body.current) return;
    moveRows?.(body.current, before, plants);
    // After the row itself has left, its place tells which one gets the focus.
    if (hasFocus.current) body.current.dataset.last = String(placeOf(focused.current, before, plants));
  }, [plants]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other plants remove rows
  useLayoutEffect(() => {
    if (hasFocus.current) restoreFocus();
    return () => {
      if (hasFocus.current) restoreFocus();
    };
  }, [plants]);
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = rowIndexOf(event);
    hasFocus.current = true;
    void loadMotion();
    event.currentTarget.dataset.last = String(index ?? '');
    focused.current = index === undefined ? undefined : plants[index]?.id;
    keepFocused(focused.current);
  };
  const onBlur = () => {
    hasFocus.current = false;
    keepFocused(undefined);
  };
  const parts = rows ? rowParts(rows, heightPx) : plants.map((_, index) => ({ index }));
  return (
    <tbody
      role="rowgroup"
      ref={body}
      className={styles.body}
      onKeyDown={(event) => {
        editByKey(event);
        moveBetweenRows(event);
      }}
      {...clicks}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {parts.map((part) => {
        if ('gapPx' in part) return <RowGap key={`before ${part.before}`} heightPx={part.gapPx} />;
        const plant = plants[part.index];
        return (
          plant && (
            <PlantRow
              key={String(plant.id)}
              plant={plant}
              index={part.index}
              isFresh={plant.id === fresh}
              q={q}
              isSelected={isSelected(selection, plant.id)}
              onSelect={onSelect}
              onTag={showTag}
              measure={measure}
              editor={editorOf(plant)}
            />
          )
        );
      })}
    </tbody>
  );
}

/** Empty space in place of rows outside the visible part. Assistive technology ignores it. */
const RowGap = ({ heightPx }: { heightPx: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot get the focus
  <tr aria-hidden="true" style={{ blockSize: heightPx }} />
);

/** The place of a row, or else of the next one that is still there. */
function placeOf(
  id: bigint | undefined,
  before: readonly StoredPlant[],
  plants: readonly StoredPlant[],
): number {
  const places = new Map(plants.map((plant, place) => [plant.id, place]));
  const from = before.findIndex((plant) => plant.id === id);
  const next = before.slice(from).find((plant) => places.has(plant.id));
  return (next && places.get(next.id)) ?? plants.length - 1;
}

function rowIndexOf({ target }: FocusEvent): number | undefined {
  const index = target.closest('tr')?.dataset.index;
  return index === undefined ? undefined : Number(index);
}
