import { csvCell } from '../cells/csv-cell.ts';
import { suggestionFor } from '../cells/suggestion.ts';
import { columnLetter, columnNames, noteColumns } from '../columns/column-name.ts';
import type { CsvHeader } from '../header/header.ts';
import { rowInCell } from '../header/row-in-cell.ts';
import { faultOfCopy } from '../records/broken-row.ts';
import type { TextRecord } from '../records/records.ts';
import { csvRowReader } from './csv-row.ts';
import { noProblems, type PlantRow } from './plant-row.ts';

export function csvRecordReader(header: CsvHeader): (record: TextRecord) => PlantRow {
  const readRow = csvRowReader(header);
  const { mapping, delimiter, cells: headers } = header;
  const isNote = headers.map((text) => noteColumns.includes(text.trim()));
  // The text of a row is no id, so the annotated file is refused again until somebody corrects it.
  const inOneCell = (text: string) => [...Array<string>(mapping.id).fill(''), text];
  const refused = (row: number, cells: string[], value: string, message: string): PlantRow => ({
    row,
    cells,
    problems: [{ column: null, value, message }],
    warnings: noProblems,
  });
  return ({ row, cells, fault, hasLineBreak }) => {
    const [first = ''] = cells;
    if (fault !== undefined) return refused(row, inOneCell(first), first, fault);
    if (isCopy(cells, mapping)) return refused(row, cells, cells[mapping.id] ?? '', faultOfCopy);
    const found = hasLineBreak ? rowInCell(cells, mapping.id, delimiter) : undefined;
    if (!found) return readRow(row, cells);
    if (isNote[found.cell]) {
      // The next annotated file leaves out the notes of this one, and would lose the row inside a note.
      const text = cells.map(csvCell).join(delimiter);
      return refused(row, inOneCell(text), text, found.message);
    }
    const column = columnNames(headers)[found.cell] ?? columnLetter(found.cell);
    const problem = { column, value: cells[found.cell] ?? '', ...found };
    return { row, cells, problems: [problem], warnings: noProblems };
  };
}

/** Whether this is a broken row of an earlier file, as an annotated or corrected file has it: in the column of ids. */
function isCopy(cells: string[], { id, name }: CsvHeader['mapping']): boolean {
  const text = cells[id] ?? '';
  return text.includes('"') && (cells[name] ?? '').trim() === '' && !suggestionFor('id', text);
}
