import { quoted } from '../text/unreadable-file.ts';
import { isId } from './header-row.ts';

/** Two broken marks may be valid CSV and lose rows: `8,"Fern`, `9,Moss`, `10,Ivy"` are one row with one name. */
export function rowInCell(
  cells: string[],
  id: number,
  delimiter: string,
): { cell: number; message: string } | undefined {
  for (const [cell, value] of cells.entries()) {
    // A text without a delimiter is a row only in the first column.
    if ((cell > 0 && !value.includes(delimiter)) || !/[\r\n]/.test(value)) continue;
    for (const [index, line] of value.split(/[\r\n]+/).entries()) {
      const texts = line.split(delimiter);
      // The first line goes on from the cells before; every other line would begin a row.
      const before = index === 0 ? cell : 0;
      const isLong = before + texts.length > cell && (index > 0 || id > cell);
      if (!isLong || !isId(texts[id - before] ?? '')) continue;
      const message = `holds another row, ${quoted(line)}: a quotation mark is missing or too many; if it is one text, remove its line breaks`;
      return { cell, message };
    }
  }
  return undefined;
}
