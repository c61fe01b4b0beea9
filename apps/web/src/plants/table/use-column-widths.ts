import type { StoredPlant } from '@plant-store/schema';
import { useCallback, useState } from 'react';

/** The possible widths of the columns, in characters: `entry-and-list.module.css` has a rule for each. */
const steps = { id: [10, 13, 20], name: [32, 42, 52] };

type Widths = { idChars: number; nameChars: number };

const firstRows = 30;

/** They grow with longer texts, and do not shrink before another list is shown, so that the columns do not move. */
export function useColumnWidths(plants: readonly StoredPlant[], address: string) {
  const [seen, setSeen] = useState({ address: '', idChars: 0, nameChars: 0 });
  const onView = useCallback(
    (first: number, last: number) => {
      const now = widthsOf(plants.slice(first, last + 1));
      setSeen((before) => {
        if (before.address !== address) return { address, ...now };
        const idChars = Math.max(before.idChars, now.idChars);
        const nameChars = Math.max(before.nameChars, now.nameChars);
        const isSame = idChars === before.idChars && nameChars === before.nameChars;
        return isSame ? before : { address, idChars, nameChars };
      });
    },
    [plants, address],
  );
  const { idChars, nameChars } = seen.address === address ? seen : widthsOf(plants.slice(0, firstRows));
  return { idChars, nameChars, onView };
}

/** The smallest widths that fit these plants. Longer names wrap. */
export const widthsOf = (plants: readonly StoredPlant[]): Widths => ({
  idChars: stepOf(
    steps.id,
    plants.map(({ id }) => String(id).length),
  ),
  nameChars: stepOf(
    steps.name,
    plants.map(({ name }) => name.length),
  ),
});

function stepOf(widths: readonly number[], lengths: readonly number[]): number {
  const longest = Math.max(0, ...lengths);
  return widths.find((width) => width >= longest) ?? widths.at(-1) ?? longest;
}
