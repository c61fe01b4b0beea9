/** Of a header: its cells, and the index of the one that holds each field. */
type Mapped = { cells: readonly string[]; mapping: Readonly<Record<string, number>> };

/**
 * What each column is called, in problems and by whoever says what is in it: its header, or its letter where it has
 * none, or where another has the same.
 */
export function columnNames(headers: readonly string[]): string[] {
  const texts = headers.map((header) => header.trim());
  const seen = new Set<string>();
  const repeated = new Set(texts.filter((text) => seen.size === seen.add(text).size));
  return texts.map((text, index) => (text === '' || repeated.has(text) ? letter(index) : text));
}

/** The place in a row of the cell that a problem calls so; `undefined` where a plant has nothing in it. */
export function cellNamed({ cells, mapping }: Mapped, name: string): number | undefined {
  const names = columnNames(cells);
  const index = Object.values(mapping).find((at) => names[at] === name) ?? indexOf(name);
  return index < cells.length && names[index] !== name ? undefined : index;
}

/** A column's letter in a spreadsheet: A to Z, AA and so on. */
export function letter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letter(Math.floor(column / 26) - 1) + last;
}

/** The column that has this letter; what is none is before all of them. */
const indexOf = (letters: string): number =>
  /^[A-Z]{1,3}$/.test(letters)
    ? [...letters].reduce((index, one) => index * 26 + one.charCodeAt(0) - 64, 0) - 1
    : -1;
