import { type PlantField, plantFields } from '@plant-store/schema';

type Fields = Partial<Record<PlantField, string>>;

/** The fields of a pasted row, or the number of rows or of cells that the form cannot take. */
export type PastedRow = { fields: Fields } | { rows: number } | { cells: number };

/** A header above the row may name another order of the fields. @returns `undefined` for the text of one cell */
export function pastedRow(text: string): PastedRow | undefined {
  const rows = rowsIn(text);
  const [first = [], second] = rows;
  const names = first.map((cell) => cell.toLowerCase());
  const hasHeader = rows.length === 2 && names.every(isField) && names.includes('id');
  if (rows.length > 1 && !hasHeader) return { rows: rows.length };
  if (first.length <= 1 && !hasHeader) return undefined;
  const cells = hasHeader ? (second ?? []) : first;
  const order: readonly string[] = hasHeader ? names : plantFields;
  if (cells.length > order.length) return { cells: cells.length };
  return { fields: Object.fromEntries(cells.map((cell, index) => [order[index], cell])) };
}

const isField = (name: string) => (plantFields as string[]).includes(name);

/** A cell, in quotation marks if it holds a tab, a line break or a mark, and the end of the cell. */
const cellAndEnd = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n?|\n|$)/g;

/** The rows that are not blank, without blank cells at their ends. */
function rowsIn(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.matchAll(cellAndEnd)) {
    const bare = cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    // A field has one line: the browser would join the lines without a space.
    rows.at(-1)?.push(bare.replaceAll(/[\t\r\n]+/g, ' ').trim());
    if (end !== '\t') rows.push([]);
  }
  return rows
    .map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))
    .filter((cells) => cells.length > 0);
}
