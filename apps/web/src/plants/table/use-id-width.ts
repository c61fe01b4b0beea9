import type { StoredPlant } from '@plant-store/schema';
import { useCallback, useState } from 'react';

/** The possible widths of the id column, in characters: the style has a rule for each. */
const widths = [4, 6, 8, 10, 13, 16, 20];

const firstRows = 30;

/** Grows with longer ids, and does not shrink before another list is shown, so that the columns do not move. */
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

/** The smallest width, in characters, that fits the ids of all these plants. */
export function widthOf(plants: readonly StoredPlant[]): number {
  const longest = Math.max(0, ...plants.map(({ id }) => String(id).length));
  return widths.find((width) => width >= longest) ?? 20;
}
