import type { NewPlant } from '@plant-store/schema/plants';

/**
 * `column` is the header, or the letter without one; null for a problem of the whole row. `cell` is the index in the
 * row's cells. `message` follows the column's name in a sentence: "must be a whole number".
 */
export type CellProblem = {
  column: string | null;
  cell?: number;
  value: string;
  message: string;
  suggestion?: string;
};

/** Problems, one for each invalid cell, exclude a plant. `warnings` are about valid cells that seem damaged. */
export type PlantRow = {
  /** The number that a spreadsheet shows for the row, or the number of the line in NDJSON. */
  row: number;
  cells: string[];
  plant?: NewPlant;
  problems: readonly CellProblem[];
  warnings: readonly CellProblem[];
};

export type RowReader = (row: number, cells: string[]) => PlantRow;

/** One empty list for all rows without problems, of which a file may have a million. */
export const noProblems: readonly CellProblem[] = [];

export const orNone = (problems: CellProblem[]): readonly CellProblem[] =>
  problems.length === 0 ? noProblems : problems;
