import { Int64Text } from '@plant-store/schema/plants';
import { suggestionFor } from '../cells/suggestion.ts';
import { columnLetter, columnNames } from '../columns/column-name.ts';
import type { CsvHeader } from '../header/header.ts';
import { faultOfCopy } from '../records/broken-row.ts';
import type { TextRecord } from '../records/records.ts';
import { quoted } from '../text/unreadable-file.ts';
import { csvRowReader } from './csv-row.ts';
import { type CellProblem, noProblems, type PlantRow } from './plant-row.ts';

/** Reads the records of a CSV file with this header. A record with a fault has a problem of the whole row. */
export function csvRecordReader(header: CsvHeader): (record: TextRecord) => PlantRow {
  const readRow = csvRowReader(header);
  const { id, name } = header.mapping;
  return ({ row, cells, fault, hasLineBreak }) => {
    if (fault !== undefined) {
      const [text = ''] = cells;
      // The text of the row is no id, so the annotated file is refused again until somebody corrects it.
      return unread(row, [...Array<string>(id).fill(''), text], text, fault);
    }
    const problem = hasLineBreak ? rowInCell(header, cells) : undefined;
    const read = problem ? { row, cells, problems: [problem], warnings: noProblems } : readRow(row, cells);
    const text = cells[id] ?? '';
    const isCopy = !read.plant && text.includes('"') && (cells[name] ?? '').trim() === '';
    return isCopy && !suggestionFor('id', text) ? unread(row, cells, text, faultOfCopy) : read;
  };
}

const unread = (row: number, cells: string[], value: string, message: string): PlantRow => ({
  row,
  cells,
  problems: [{ column: null, value, message }],
  warnings: noProblems,
});

/**
 * The problem of a cell that holds a row of its own. Two broken marks may be valid CSV, and would lose the rows between
 * them: `8,"Fern`, `9,Moss`, `10,Ivy"` are one row with one name.
 */
function rowInCell(
  { cells: headers, mapping: { id }, delimiter }: CsvHeader,
  cells: string[],
): CellProblem | undefined {
  for (const [cell, value] of cells.entries()) {
    // A text without a delimiter is a row only in the first column.
    if ((cell > 0 && !value.includes(delimiter)) || !/[\r\n]/.test(value)) continue;
    for (const [index, line] of value.split(/[\r\n]+/).entries()) {
      const texts = line.split(delimiter);
      // The first line goes on from the cells before; every other line would begin a row.
      const before = index === 0 ? cell : 0;
      const isLong = before + texts.length > cell && (index > 0 || id > cell);
      if (!isLong || !Int64Text.safeParse(texts[id - before] ?? '').success) continue;
      const message = `holds another row, ${quoted(line)}: a quotation mark is missing or too many; if it is one text, remove its line breaks`;
      return { column: columnNames(headers)[cell] ?? columnLetter(cell), cell, value, message };
    }
  }
  return undefined;
}
