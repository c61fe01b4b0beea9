import { unguardedText } from '@plant-store/plant-files';
import { bulkMax, type PlantField, plantFields } from '@plant-store/schema';

type Fields = Partial<Record<PlantField, string>>;

/**
 * The fields of one pasted row or of several ones, or the number of rows or of cells that the form does not take. As many
 * rows as one request may have: they are saved together, and have one Undo.
 */
export type Pasted = { fields: Fields } | { block: Fields[] } | { rows: number } | { cells: number };

/** A heading above the rows may name another order of the fields. @returns `undefined` for the text of one cell */
export function pastedRows(text: string): Pasted | undefined {
  const rows = rowsIn(text);
  const names = (rows[0] ?? []).map((cell) => cell.toLowerCase());
  const hasHeading =
    rows.length > 1 && names.every(isField) && names.includes('id') && new Set(names).size === names.length;
  const order: readonly string[] = hasHeading ? names : plantFields;
  const plants = hasHeading ? rows.slice(1) : rows;
  const widest = Math.max(0, ...plants.map(({ length }) => length));
  if (plants.length <= 1) {
    if (widest <= 1 && !hasHeading) return undefined;
  } else if (plants.length > bulkMax || !isBlock(plants, hasHeading)) return { rows: rows.length };
  if (widest > order.length) return { cells: widest };
  const [first, ...rest] = plants.map((cells) =>
    Object.fromEntries(cells.map((cell, index) => [order[index], cell])),
  );
  if (!first) return undefined;
  return rest.length === 0 ? { fields: first } : { block: [first, ...rest] };
}

/** Without a heading the order is a guess for one column of cells, and below a first row that looks like a heading. */
const isBlock = ([first = [], ...rest]: string[][], hasHeading: boolean): boolean =>
  hasHeading || (/\p{Nd}/u.test(first[0] ?? '') && [first, ...rest].some(({ length }) => length > 1));

const isField = (name: string) => (plantFields as string[]).includes(name);

/** A cell, in quotation marks if it holds a tab, a line break or a mark, and the end of the cell. */
const cellAndEnd = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n?|\n|$)/g;

/** The rows that are not blank, without blank cells at their ends. */
function rowsIn(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.matchAll(cellAndEnd)) {
    const bare = cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    // A field has one line: the browser would join the lines without a space. Copy as table guards some texts.
    rows.at(-1)?.push(unguardedText(bare.replaceAll(/[\t\r\n]+/g, ' ').trim()));
    if (end !== '\t') rows.push([]);
  }
  return rows
    .map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))
    .filter((cells) => cells.length > 0);
}
