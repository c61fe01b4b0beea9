import { suggestionFor } from '../cells/suggestion.ts';
import { columnLetter, columnNames } from '../columns/column-name.ts';
import type { CsvHeader } from '../header/header.ts';
import { rowInCell } from '../header/row-in-cell.ts';
import { faultOfCopy } from '../records/broken-row.ts';
import type { TextRecord } from '../records/records.ts';
import { csvRowReader } from './csv-row.ts';
import { type CellProblem, noProblems, type PlantRow } from './plant-row.ts';

/** Reads the records of a CSV file with this header. A record with a fault has a problem of the whole row. */
export function csvRecordReader(header: CsvHeader): (record: TextRecord) => PlantRow {
  const readRow = csvRowReader(header);
  const { mapping, delimiter, cells: headers } = header;
  return ({ row, cells, fault, hasLineBreak }) => {
    if (fault !== undefined) {
      const [text = ''] = cells;
      // The text of the row is no id, so the annotated file is refused again until somebody corrects it.
      return unread(row, [...Array<string>(mapping.id).fill(''), text], text, fault);
    }
    const found = hasLineBreak ? rowInCell(cells, mapping.id, delimiter) : undefined;
    if (found) {
      const column = columnNames(headers)[found.cell] ?? columnLetter(found.cell);
      return withProblem(row, cells, { column, value: cells[found.cell] ?? '', ...found });
    }
    const read = readRow(row, cells);
    const text = cells[mapping.id] ?? '';
    const isCopy = !read.plant && text.includes('"') && (cells[mapping.name] ?? '').trim() === '';
    return isCopy && !suggestionFor('id', text) ? unread(row, cells, text, faultOfCopy) : read;
  };
}

const withProblem = (row: number, cells: string[], problem: CellProblem): PlantRow => ({
  row,
  cells,
  problems: [problem],
  warnings: noProblems,
});

const unread = (row: number, cells: string[], value: string, message: string): PlantRow =>
  withProblem(row, cells, { column: null, value, message });
