export {
  type AnnotatedRow,
  annotatedWriter,
  failure,
  type RowOutcome,
} from './annotated-writer.ts';
export { cellNamed, columnNames } from './column-name.ts';
export { type Columns, type Mapping, UnclearColumns } from './columns.ts';
export { csvCell, guardedCell } from './csv-cell.ts';
export type { Encoding } from './encoding.ts';
export type { PlantFileFormat } from './format.ts';
export type { CsvHeader, NdjsonHeader, PlantFileHeader } from './header.ts';
export { isLetteredId } from './lettered-id.ts';
export { openPlantFile, type PlantFile, type ReadOptions } from './plant-file.ts';
export type { CellProblem, PlantRow, RowReader } from './plant-row.ts';
export { plantWriter } from './plant-writer.ts';
export { type FileWriter, written } from './writer.ts';
