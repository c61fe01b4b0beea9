import type { StoredPlant } from '@plant-store/schema';
import { useCallback, useState } from 'react';

/** The possible widths of the column of ids, in characters; `entry-and-list.module.css` has them. An EAN has 13 digits. */
const steps = { usual: 13, long: 20 };

const firstRows = 30;

/** The column grows with a longer id, and does not shrink before another list is shown, so that no column moves. */
export function useIdChars(plants: readonly StoredPlant[], address: string) {
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
