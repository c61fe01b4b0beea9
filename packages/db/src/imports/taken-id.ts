/** The reason for refusing a row: the plant `holder`, or the row `row` of the file, has the same id. */
export const takenIdMessage = (holder: string | null, row: bigint | number | null): string =>
  row === null
    ? `is already taken by "${holder}"; give another id, or choose to update or skip existing plants (duplicates=update or skip)`
    : `is already in row ${row} of this file; give another id`;
