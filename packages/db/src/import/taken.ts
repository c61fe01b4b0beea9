/** Why a row is refused whose id is taken: by a plant of that name, or by an earlier row of the file. */
export const takenBy = (holder: string | null, row: bigint | number | null): string =>
  row === null
    ? `is already taken by "${holder}"; give another id, or choose to update or skip existing plants (duplicates=update or skip)`
    : `is already in row ${row} of this file; give another id`;
