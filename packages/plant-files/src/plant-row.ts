import type { NewPlant } from '@plant-store/schema';

/**
 * A cell that is not acceptable, or looks damaged. `column` is its header, or its letter where it has none; null for
 * what concerns the whole row. `cell` is the index in the row's cells, where it is one. `message` follows the column's
 * name in a sentence: "must be a whole number".
 */
export type CellProblem = {
  column: string | null;
  cell?: number;
  value: string;
  message: string;
  suggestion?: string;
};

/**
 * A row of a file. It has a plant, or problems, one for each bad cell. `warnings` are of cells that are acceptable as
 * they are, but that a spreadsheet or a wrong encoding seems to have damaged.
 */
export type PlantRow = {
  /** As a spreadsheet numbers it, or the number of the line in NDJSON. */
  row: number;
  /** As they stand in the file. In NDJSON there is one, the line. */
  cells: string[];
  plant?: NewPlant;
  problems: readonly CellProblem[];
  warnings: readonly CellProblem[];
};

export type RowReader = (row: number, cells: string[]) => PlantRow;

/** That of every row without any: most of a million. */
export const none: readonly CellProblem[] = [];
