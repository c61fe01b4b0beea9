import type { StoredPlant } from '@plant-store/schema';
import { useCallback, useState } from 'react';

/** Widths that the column of ids can have, in characters: the style has a rule for each. */
const widths = [4, 6, 8, 10, 13, 16, 20];

/** The number of rows on the screen at first. */
const firstRows = 30;

/**
 * The width of the column of ids: that of the longest id in view. It grows as longer ids come into view, and does not
 * shrink until another list is shown, so that the columns stand still.
 */
export function useIdWidth(plants: readonly StoredPlant[], address: string) {
  const [seen, setSeen] = useState({ address: '', idChars: 0 });
  const onView = useCallback(
    (first: number, last: number) => {
      const idChars = widthOf(plants.slice(first, last + 1));
      setSeen((now) => (now.address === address && now.idChars >= idChars ? now : { address, idChars }));
    },
    [plants, address],
  );
  const idChars = seen.address === address ? seen.idChars : widthOf(plants.slice(0, firstRows));
  return { idChars, onView };
}

/** The narrowest width that has room for the ids of all these plants, in characters. */
export function widthOf(plants: readonly StoredPlant[]): number {
  const longest = Math.max(0, ...plants.map(({ id }) => String(id).length));
  return widths.find((width) => width >= longest) ?? 20;
}
