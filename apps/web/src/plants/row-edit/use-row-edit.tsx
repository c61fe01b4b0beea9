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

/** The maximum time between two clicks of a double click on a link or a tag. A single click acts after it. */
const doubleClickMs = 250;

const loadEditor = () => import('./row-editor.tsx');
const foresee = () => void loadEditor().catch(() => undefined);

/**
 * Edits plants in their rows, by a double click, F2, or Enter on the checkbox of a row. Enter on the name opens the page of
 * the plant. Several rows may be open: one that is left is being saved, and stays open if it cannot be.
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
  const clicks = useClicks((target) => {
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

/** A finger never edits: its second tap would be on something else already. */
function useClicks(onDoubleClick: (target: Element) => void) {
  const pointer = useRef('');
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      pointer.current = pointerType;
      if (pointerType === 'mouse') foresee();
    },
    onClickCapture: (event: MouseEvent) => {
      const { target, detail, ctrlKey, metaKey, shiftKey, altKey } = event;
      const acting =
        target instanceof Element ? target.closest<HTMLElement>('a, [data-field=tag] button') : null;
      // Without a number, a key or the time below has clicked.
      if (!acting || pointer.current !== 'mouse' || detail === 0) return;
      if (ctrlKey || metaKey || shiftKey || altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (detail === 1) waiting.current = setTimeout(() => acting.click(), doubleClickMs);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      clearTimeout(waiting.current);
      if (pointer.current === 'mouse' && target instanceof Element && !target.closest('label, input'))
        onDoubleClick(target);
    },
  };
}
