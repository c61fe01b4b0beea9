/** The annotated file leaves out earlier columns of these names. */
export const noteColumns = ['_status', '_problem', '_suggestion'];

/** The header; or the letter, if the header is missing, stands twice, or is the letter of another column. */
export function columnNames(headers: readonly string[]): string[] {
  const texts = headers.map((header) => header.trim());
  const seen = new Set<string>();
  const repeated = new Set(texts.filter((text) => seen.size === seen.add(text).size));
  // Cells after the last header have letters too. A file with the column ID, the 238th, is unlikely.
  const isLetter = (text: string) => /^[A-Z]$/.test(text) || isWithin(columnIndex(text), headers.length);
  return texts.map((text, index) =>
    text === '' || repeated.has(text) || isLetter(text) ? columnLetter(index) : text,
  );
}

const isWithin = (index: number, length: number) => index >= 0 && index < length;

/** The name may be a letter after the last header. */
export function findCellIndex(headers: readonly string[], name: string): number | undefined {
  const index = columnNames(headers).indexOf(name);
  if (index !== -1) return index;
  const beyond = columnIndex(name);
  return beyond < headers.length ? undefined : beyond;
}

/** A to Z, AA and so on. */
export function columnLetter(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetter(Math.floor(column / 26) - 1) + last;
}

const columnIndex = (letters: string): number =>
  /^[A-Z]{1,3}$/.test(letters)
    ? [...letters].reduce((index, one) => index * 26 + one.charCodeAt(0) - 64, 0) - 1
    : -1;
