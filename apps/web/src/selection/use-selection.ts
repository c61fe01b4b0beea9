import { bulkMax, type StoredPlant } from '@plant-store/schema';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSay } from '../page/toasts.tsx';
import { nothing, type Selection, select } from './selection.ts';

/** What is selected in the list at an address; another list begins with nothing. */
export function useSelection(plants: readonly StoredPlant[], address: string) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const [selectedIn, setSelectedIn] = useState(address);
  if (selectedIn !== address) {
    setSelectedIn(address);
    setSelection(nothing);
  }
  const say = useSay();
  const last = useRef(0);
  const latest = useRef({ plants, selection, say });
  useEffect(() => {
    latest.current = { plants, selection, say };
  });
  // The same for every drawing: the rows are drawn again only if they change.
  const toggle = useCallback((index: number, isOn: boolean, isRange: boolean) => {
    const { plants, selection, say } = latest.current;
    const next = select(selection, plants, { from: isRange ? last.current : index, to: index, isOn });
    last.current = index;
    if (next) setSelection(next);
    else
      say.problem(
        `Up to ${bulkMax} plants can be selected one by one. To take more, select all that are found.`,
      );
  }, []);
  return { selection, setSelection, toggle };
}
