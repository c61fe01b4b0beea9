/** Says why a row is refused: a plant of that name, or an earlier row, has its id. */
export const takenIdMessage = (holder: string | null, row: bigint | number | null): string =>
  row === null
    ? `is already taken by "${holder}"; give another id, or choose to update or skip existing plants (duplicates=update or skip)`
    : `is already in row ${row} of this file; give another id`;
