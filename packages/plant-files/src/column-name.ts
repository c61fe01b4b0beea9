/**
 * What each column is called, in problems and by whoever says what is in it: its header, or its letter where it has
 * none, or where another has the same, or where its header is the letter of another. No two are called the same.
 */
export function columnNames(headers: readonly string[]): string[] {
  const texts = headers.map((header) => header.trim());
  const seen = new Set<string>();
  const repeated = new Set(texts.filter((text) => seen.size === seen.add(text).size));
  // Cells beyond the headers have letters too; that there are as many as ID is the letter of is not to be expected.
  const isLetter = (text: string) => /^[A-Z]$/.test(text) || isWithin(indexOf(text), headers.length);
  return texts.map((text, index) =>
    text === '' || repeated.has(text) || isLetter(text) ? letter(index) : text,
  );
}

const isWithin = (index: number, length: number) => index >= 0 && index < length;

/** The place in a row of the cell that a problem calls so, which may be beyond the headers; `undefined` if there is none. */
export function cellNamed(headers: readonly string[], name: string): number | undefined {
  const index = columnNames(headers).indexOf(name);
  if (index !== -1) return index;
  const beyond = indexOf(name);
  return beyond < headers.length ? undefined : beyond;
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
