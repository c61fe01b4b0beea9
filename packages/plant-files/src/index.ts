export { csvCell, guardedCell } from './cells/csv-cell.ts';
export { guard as guardedText, unguard as unguardedText } from './cells/formula-guard.ts';
export { withoutResult } from './cells/spreadsheet-damage.ts';
export { isAlphanumericId } from './cells/suggestion.ts';
export { isUnclearId, writtenId } from './cells/written-id.ts';
export { columnLetter, columnNames, findCellIndex, noteColumns } from './columns/column-name.ts';
export { type Columns, UnclearColumns } from './columns/columns.ts';
export type { PlantFileFormat } from './header/format.ts';
export type { CsvHeader, PlantFileHeader } from './header/header.ts';
export { headerRowMax, UnclearHeader } from './header/header-row.ts';
export { firstRowsOf, openPlantFile, type PlantFile, type ReadOptions } from './plant-file.ts';
export type { QuoteEscape } from './records/quoted-record.ts';
export { guessWarning } from './rows/guessed-encoding.ts';
export type { CellProblem, PlantRow } from './rows/plant-row.ts';
export { type Encoding, encodingOf } from './text/encoding.ts';
export { isEncodingUnclear } from './text/file-text.ts';
export { textIn } from './text/legacy.ts';
export {
  type AnnotatedRow,
  annotatedWriter,
  failure,
  type RowOutcome,
} from './writers/annotated-writer.ts';
export { plantWriter } from './writers/plant-writer.ts';
export { type FileWriter, serializeFile } from './writers/writer.ts';
