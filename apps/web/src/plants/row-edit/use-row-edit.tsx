import type { StoredPlant, TextField } from '@plant-store/schema';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMay } from '../../session/session-context.ts';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';

const loadEditor = () => import('./row-editor.tsx');
const foresee = () => void loadEditor().catch(() => undefined);

/**
 * Edits plants in their rows, by a double click beside name and tag, F2, or Enter on the checkbox of a row. Name and tag
 * themselves act at the first click: the page of the plant, and the filter. Several rows may be open: one that is left is
 * being saved, and stays open if it cannot be.
 */
export function useRowEdit(plants: readonly StoredPlant[]) {
  const mayWrite = useMay()('plants:write');
  const { Part: RowEditor, open: load } = useOnDemand(loadEditor);
  const [editing, setEditing] = useState<ReadonlyMap<bigint, TextField>>(new Map());
  const listed = useRef(plants);
  useLayoutEffect(() => {
    listed.current = plants;
    return () => {
      listed.current = [];
    };
  }, [plants]);
  const closed = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is in the row again
  useLayoutEffect(() => {
    closed.current?.querySelector<HTMLElement>('[data-cell=name]')?.focus();
    closed.current = null;
  }, [editing]);
  const open = async (row: HTMLTableRowElement | null, field: TextField) => {
    const plant = plants[Number(row?.dataset.index)];
    if (plant && (RowEditor || (await load()))) setEditing((now) => new Map(now).set(plant.id, field));
  };
  /** Opens the row before or after. False if there is none. */
  const openNext = (id: bigint, step: 1 | -1): boolean => {
    const next = plants[plants.findIndex((plant) => plant.id === id) + step];
    if (!next) return false;
    setEditing((now) => new Map(now).set(next.id, step === 1 ? 'name' : 'tag'));
    return true;
  };
  const editorOf = (plant: StoredPlant) => {
    const { id } = plant;
    const first = editing.get(id);
    if (!RowEditor || !first) return undefined;
    const close = (row: HTMLElement | undefined) => {
      closed.current = row ?? null;
      setEditing((now) => new Map([...now].filter(([one]) => one !== id)));
    };
    return (
      <RowEditor
        plant={plant}
        first={first}
        onClose={close}
        onNext={(step) => openNext(id, step)}
        isListed={() => listed.current.some((one) => one.id === id)}
      />
    );
  };
  const clicks = useDoubleClick((target) => {
    void open(target.closest('tr'), target.closest('[data-field=tag]') ? 'tag' : 'name');
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!mayWrite || !(target instanceof HTMLElement) || target.dataset.cell === undefined) return;
    const isEnter = event.key === 'Enter' && target.dataset.cell === 'select';
    if (event.key !== 'F2' && !isEnter) return;
    event.preventDefault();
    void open(target.closest('tr'), 'name');
  };
  return { editorOf, onKeyDown, ...(mayWrite && { ...clicks, onFocusCapture: foresee }) };
}

/**
 * Calls `act` after two clicks of a mouse in the free space of one row. A finger never edits. The first click on a tag may
 * bring another row under the pointer.
 */
function useDoubleClick(act: (target: Element) => void) {
  const pointer = useRef('');
  const first = useRef<Element>(null);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      pointer.current = pointerType;
      if (pointerType === 'mouse') foresee();
    },
    onClick: ({ target, detail }: MouseEvent) => {
      if (detail === 1) first.current = freeRow(target);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const row = freeRow(target);
      if (row && row === first.current && pointer.current === 'mouse') act(target as Element);
    },
  };
}

/** The row, if its free space was clicked. */
const freeRow = (target: EventTarget): Element | null =>
  target instanceof Element && !target.closest('a, button, label, input') ? target.closest('tr') : null;
