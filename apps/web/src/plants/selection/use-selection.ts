import { bulkMax, type StoredPlant } from '@plant-store/schema';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { countOf, nothing, type Selection, select, stillListed } from './selection.ts';
import { texts } from './texts.ts';

/**
 * The selection in the list at an address. A new list begins with an empty selection. Plants that left the list are no
 * longer selected, except while a dialog asks about them: it would vanish with the typed text.
 */
export function useSelection(plants: readonly StoredPlant[], address: string, total: number | undefined) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const [selectedIn, setSelectedIn] = useState(address);
  if (selectedIn !== address) {
    setSelectedIn(address);
    setSelection(nothing);
  }
  const [isAsking, setAsking] = useState(false);
  if (isAsking && countOf(selection) === 0) setAsking(false);
  const left = useMemo(
    () => (isAsking ? selection : stillListed(selection, plants, total)),
    [isAsking, selection, plants, total],
  );
  if (left !== selection) setSelection(left);
  const toasts = useToasts();
  const last = useRef<{ id: bigint | undefined; address: string }>(undefined);
  const latest = useRef({ plants, address, selection, toasts });
  useEffect(() => {
    latest.current = { plants, address, selection, toasts };
  });
  // The function stays the same, so that rows render again only after a change.
  const toggle = useCallback((index: number, isOn: boolean, isRange: boolean) => {
    const { plants, address, selection, toasts } = latest.current;
    // The plant may have moved, or have been removed.
    const isSameList = last.current?.address === address;
    const from = isRange && isSameList ? plants.findIndex(({ id }) => id === last.current?.id) : -1;
    const next = select(selection, plants, { from: from === -1 ? index : from, to: index, isOn });
    last.current = { id: plants[index]?.id, address };
    if (next) setSelection(next);
    else toasts.problem(texts.tooMany(bulkMax));
  }, []);
  return { selection, setSelection, toggle, setAsking };
}
